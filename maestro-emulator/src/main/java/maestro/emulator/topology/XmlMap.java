package maestro.emulator.topology;

import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads a map in XML. The first element says in which format. External entities are off. */
final class XmlMap {
  private XmlMap() {}

  static void read(String text, MapBuilder map) throws TopologyException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
      while (xml.next() != XMLStreamConstants.START_ELEMENT) {
        // what may stand before the first element
      }
      int line = xml.getLocation().getLineNumber();
      switch (xml.getLocalName()) {
        case "graphml" -> GraphMl.read(xml, map);
        case "network" -> SndLib.readXml(xml, map);
        default ->
            throw map.bad(
                line,
                "found element '" + xml.getLocalName() + "'; allowed: graphml, network (SNDlib)");
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
      throw map.bad(line, "found no well-formed XML; allowed: GraphML or SNDlib");
    }
  }

  static String attribute(XMLStreamReader xml, String name, MapBuilder map)
      throws TopologyException {
    String value = xml.getAttributeValue(null, name);
    if (value == null || value.isBlank()) {
      throw map.bad(
          xml.getLocation().getLineNumber(),
          "found " + xml.getLocalName() + " without '" + name + "'; allowed: one with it");
    }
    return value;
  }

  /** The text of an element without that of the elements in it; reads up to its end. */
  static String text(XMLStreamReader xml) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    for (int depth = 1; depth > 0; ) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (depth == 1 && xml.hasText()) {
        text.append(xml.getText());
      }
    }
    return text.toString().strip();
  }
}
