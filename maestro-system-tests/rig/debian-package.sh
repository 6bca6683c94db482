#!/bin/sh
# Installs the Debian package in a copy of this machine, uses it and purges it. The copy is an overlay in memory with
# processes and a network of its own, so nothing of it reaches the machine. The machine's systemd is booted there, too,
# and runs the service. Needs root; ends with 77 where the kernel refuses the overlay.
#   debian-package.sh PACKAGE       says a line for each step that went well
set -eu

package=$1
if [ "${2:-}" != inside ]; then
  top=$(mktemp -d)
  # systemd gets a control group of its own.
  tree=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
  group=$tree$(sed -n 's/^0:://p' /proc/self/cgroup)/maestro-package-$$
  mkdir "$group" 2>/dev/null || group=
  trap 'rmdir "$top"; [ -z "$group" ] || find "$group" -depth -type d -exec rmdir {} +' EXIT
  unshare --mount --net --pid --fork --kill-child --mount-proc "$0" "$package" inside "$top" "$group"
  exit
fi
top=$3 group=$4

fail() {
  echo "debian-package: $*" >&2
  for file in "$root/var/lib/maestro/said" "$root/var/lib/maestro/logged"; do
    [ ! -f "$file" ] || cat "$file" >&2
  done
  exit 1
}

# Waits for up to ten minutes until a command is true.
await() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 30000 ] || fail "waited in vain: $*"
    sleep 0.02
  done
}

mount -t tmpfs changes "$top"
root=$top/root
changes=$top/changes
mkdir "$root" "$changes" "$top/work"
mount -t overlay machine -o "lowerdir=/,upperdir=$changes,workdir=$top/work" "$root" || exit 77
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
cp "$package" "$root/maestro.deb"

in_copy() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

accounts() {
  cat "$root/etc/passwd" "$root/etc/group" "$root/etc/shadow" "$root/etc/gshadow"
}
before=$(accounts)

in_copy dpkg -i /maestro.deb >"$top/log" 2>&1 || { cat "$top/log"; fail "it does not install"; }
in_copy dpkg -V maestro >"$top/log" || { cat "$top/log"; fail "files are not as they are in the package"; }
echo "installed: $(in_copy dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}' maestro)"

line=$(in_copy getent passwd maestro) || fail "there is no user"
echo "user: $(echo "$line" | cut -d: -f1,6,7), state $(in_copy stat -c '%U:%G %a' /var/lib/maestro)"

in_copy maestro check /etc/maestro/maestro.conf
echo "configuration: $(in_copy stat -c '%U:%G %a' /etc/maestro/maestro.conf)"

set -- "$root"/usr/share/maestro/lib/classes-*
[ -s "$1" ] || fail "the installation made no class data"
echo "class data: made"

if command -v systemd-analyze >/dev/null; then
  in_copy systemd-analyze verify /lib/systemd/system/maestro.service >"$top/log" 2>&1 || fail "$(cat "$top/log")"
  echo "unit: right"
  in_copy systemd-analyze security --offline=true --threshold=30 /lib/systemd/system/maestro.service >"$top/log" 2>&1 ||
    fail "$(tail -n 1 "$top/log")"
  echo "exposure: 3 or better"
fi

# As the unit starts it: its user, its environment, its command line.
service() {
  cat >"$root/service" <<'EOF'
set -a
. /etc/default/maestro
set +a
cd /var/lib/maestro
command=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/maestro.service)
eval "exec setpriv --reuid=maestro --regid=maestro --init-groups --no-new-privs --bounding-set=-all $command" \
  >said 2>logged </dev/null
EOF
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" sh /service &
  controller=$!
  await listens
}

listens() {
  [ -d "/proc/$controller" ] || fail "the service ended"
  grep -q '^maestro: listening on 127.0.0.1:6653$' "$root/var/lib/maestro/said" 2>/dev/null
}

logged() {
  grep -q "$1" "$root/var/lib/maestro/logged"
}

# The first one warms the page cache; least of five, as other things run beside.
least=
for round in 1 2 3 4 5; do
  : >"$root/var/lib/maestro/said"
  begun=$(date +%s%N)
  service
  took=$((($(date +%s%N) - begun) / 1000000))
  [ -n "$least" ] && [ "$least" -le "$took" ] || least=$took
  kill -TERM "$controller"
  code=0
  wait "$controller" || code=$?
  [ "$code" = 143 ] || fail "SIGTERM: exit status $code"
done
echo "start to listening: $least ms, the least of $round"

: >"$root/var/lib/maestro/said"
service
await logged 'control listener: http://127.0.0.1:9653'
echo "runs as: $(in_copy stat -c %U:%G "/proc/$controller"); lines on stdout: $(wc -l <"$root/var/lib/maestro/said")"
kill -HUP "$controller"
await logged 'the new configuration is in force'
echo "reload: in force"

echo "# mine" >>"$root/etc/maestro/maestro.conf"
in_copy dpkg -i /maestro.deb >"$top/log" 2>&1 || { cat "$top/log"; fail "it does not upgrade"; }
tail -n 1 "$root/etc/maestro/maestro.conf" | grep -q '^# mine$' || fail "the upgrade changed the configuration"
[ -d "/proc/$controller" ] || fail "the service did not survive that its files were replaced"
echo "upgrade: keeps the configuration and the running controller"
kill -TERM "$controller"
wait "$controller" || true

# systemd itself, with processes and control groups of its own, and none of the machine's services. What it sets in the
# kernel it may not: /proc/sys and /sys are for reading.
boot() {
  : >"$root/etc/fstab"
  cat >"$top/boot" <<'EOF'
set -e
umount -R "$1/dev" "$1/proc"
mount -t proc proc "$1/proc"
mount --bind "$1/proc/sys" "$1/proc/sys"
mount -o remount,ro,bind "$1/proc/sys"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t cgroup2 cgroup "$1/sys/fs/cgroup"
mount -t tmpfs run "$1/run"
mount -t tmpfs dev "$1/dev"
for each in null zero full random urandom tty; do
  cp -a "/dev/$each" "$1/dev"
done
mkdir "$1/dev/shm" "$1/dev/pts"
ln -s pts/ptmx "$1/dev/ptmx"
cd "$1"
pivot_root . mnt
exec chroot . sh -c "umount -l /mnt && container=maestro-test exec /lib/systemd/systemd --unit=basic.target"
EOF
  sh -c 'echo 0 >"$1/cgroup.procs"; exec unshare --cgroup --mount --pid --uts --ipc --fork --kill-child sh "$2" "$3"' \
    boot "$group" "$top/boot" "$root" >"$top/log" 2>&1 </dev/null &
  outer=$!
  await is_init
  await booted systemctl is-system-running >"$top/state" 2>&1
}

is_init() {
  [ -d "/proc/$outer" ] || fail "systemd did not start: $(cat "$top/log")"
  systemd=$(pgrep -P "$outer" -x systemd)
}

booted() {
  nsenter --target "$systemd" --mount --pid --uts --ipc --cgroup --root --wd=/ \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
}

state() {
  booted systemctl show -P "$1" maestro
}

restarted() {
  [ "$(state NRestarts)" -gt 0 ] && [ "$(state ActiveState)" = active ]
}

if [ -n "$group" ] && [ -x /lib/systemd/systemd ]; then
  boot
  booted systemctl start maestro || fail "$(booted journalctl --no-pager -u maestro)"
  [ "$(state StatusText)" = "listening on 127.0.0.1:6653" ] || fail "the status is $(state StatusText)"
  booted systemctl reload maestro || fail "no reload"
  echo "systemd: start returns when the controller listens, and reload when it is done"

  conf=$root/etc/maestro/maestro.conf
  cp "$conf" "$top/right.conf"
  echo 'maestro.liten = "127.0.0.1:6653"' >>"$conf"
  ! booted systemctl reload maestro 2>/dev/null || fail "a refused reload went well"
  [ "$(state ActiveState)" = active ] || fail "a refused reload ended the controller"
  ! booted systemctl restart maestro 2>/dev/null || fail "it started with a mistake"
  booted journalctl --no-pager -o cat -u maestro -p warning >"$top/warnings"
  [ "$(grep -c "unknown key.*did you mean 'listen'" "$top/warnings")" -ge 2 ] ||
    fail "the journal does not say why: $(cat "$top/warnings")"
  echo "systemd: reload and start fail with a mistake, and the journal says which"

  cp "$top/right.conf" "$conf"
  booted systemctl restart maestro || fail "no start"
  stopped=$(state MainPID)
  booted kill -STOP "$stopped"
  await restarted
  [ "$(state MainPID)" != "$stopped" ] || fail "the same controller"
  echo "systemd: a controller that hangs is started again"

  booted systemctl stop maestro || fail "no stop"
  [ "$(state Result)" = success ] || fail "the stop ended with $(state Result)"
  kill -KILL "$systemd"
  wait "$outer" || true
else
  echo "systemd: not booted"
fi

# The recipe of docs/operating.md for TLS, as it is written there, with setpriv for sudo -u.
recipe() {
  sed -n "s/^ *$1/$2/p" "$root/usr/share/doc/maestro/docs/operating.md" | head -n 1
}
in_copy sh -c "$(recipe 'sudo maestro tls init' 'maestro tls init')" >"$top/log" || fail "no certificates"
sed -n '/^maestro.tls {/,/^}/p' "$top/log" >>"$root/etc/maestro/maestro.conf"
in_copy sh -c "$(recipe 'sudo -u maestro' 'setpriv --reuid=maestro --regid=maestro --init-groups')" >"$top/log" 2>&1 ||
  { cat "$top/log"; fail "the user of the service cannot use the keys"; }
grep -qx '/etc/maestro/maestro.conf: ok' "$top/log" || fail "the check says $(cat "$top/log")"
: >"$root/var/lib/maestro/said"
service
await logged 'switches must speak TLS'
! in_copy setpriv --reuid=maestro --regid=maestro --init-groups cat /etc/maestro/tls/ca-key.pem 2>/dev/null ||
  fail "the service can read the key of the CA"
kill -TERM "$controller"
wait "$controller" || true
echo "TLS: the recipe works, and the key of the CA is root's alone"

in_copy dpkg --remove maestro >"$top/log" 2>&1 || { cat "$top/log"; fail "it does not go"; }
[ -f "$root/etc/maestro/maestro.conf" ] || fail "the removal took the configuration"
[ ! -e "$root/usr/share/maestro" ] || fail "the removal leaves $(find "$root/usr/share/maestro")"
echo "removed: the configuration stays"

in_copy dpkg --purge maestro >"$top/log" 2>&1 || { cat "$top/log"; fail "no purge"; }
grep -q '^maestro: kept, since switches trust it: /etc/maestro/tls/ca-key.pem$' "$top/log" || fail "no word of the CA"
left=$(cd "$root/etc/maestro" && find . -type f | sort | tr '\n' ' ')
[ "$left" = "./tls/ca-cert.pem ./tls/ca-key.pem " ] || fail "the purge leaves $left"
rm -r "$root/etc/maestro"
echo "purged: the key of the CA stays, and a line says so"
# What stays is of the machine: the folder of the JVM in /tmp, a page that man has cached, and records of dpkg.
left=$(find "$changes" -iname '*maestro*' ! -path "$changes/tmp/*" ! -path "$changes/var/cache/man/*" ! -name maestro.deb)
[ -z "$left" ] || fail "the purge leaves $left"
[ "$(accounts)" = "$before" ] || fail "the purge leaves accounts"
echo "purged: nothing is left"
