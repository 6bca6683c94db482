// With many switches: those at both ends of the list, and the others as one row.

/** How many switches a list may have before it is shortened. */
const MANY_ROWS = 100;

/** How many are left of a shortened list, and how many of these may be below or above their share. */
const SHOWN = 40;
const AN_END = 20;

/** The rows that stand out, in the order of all rows, and a last row that sums the others. */
function endsOf(rows) {
  if (rows.length <= MANY_ROWS) return rows;
  const left = { below: AN_END, above: AN_END };
  const chosen = new Set(rows.filter((row) => {
    const kind = kindOf(row.share);
    return kind in left && left[kind]-- > 0;
  }));
  for (const row of rows) {
    if (chosen.size >= SHOWN) break;
    chosen.add(row);
  }
  return [...rows.filter((row) => chosen.has(row)), summed(rows.filter((row) => !chosen.has(row)))];
}

/** One row for many: what they got together, and of which kinds they are. */
function summed(rows) {
  const count = (is) => rows.filter(is).length;
  const rate = rows.reduce((sum, row) => sum + row.share.rate, 0);
  const fairRate = rows.reduce((sum, row) => sum + row.share.fairRate, 0);
  const deviation = fairRate > 0 ? rate / fairRate - 1 : 0;
  const parts = [
    [count((row) => kindOf(row.share) === "below"), "below"], [count((row) => kindOf(row.share) === "above"), "above"],
    [count((row) => row.share.wantsMore), "asked for more"],
  ];
  const rest = parts.filter(([number]) => number > 0).map(([number, kind]) => number + " " + kind).join(", ");
  return {
    dpid: rows.length + " others",
    share: { rate, fairRate, offeredRate: null, deviation, wantsMore: false },
    rest: rest || "all have their share",
  };
}

/** Names the switches that asked for more than they got, if they are few. */
function hogsOf(rows) {
  const hogs = rows.filter((row) => row.share.wantsMore).map((row) => brief(row.dpid)).sort();
  if (hogs.length === 0 || hogs.length > 3) return "";
  return (hogs.length === 1 ? "switch " : "switches ") + hogs.join(", ");
}
