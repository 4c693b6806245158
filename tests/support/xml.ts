import { SaxesParser } from 'saxes';

export type XmlElement = {
  /** With its namespace: '{http://www.w3.org/2005/Atom}link'. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

/** Parses a document; throws if it is not well-formed. */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const element: XmlElement = {
      name: uri ? `{${uri}}${local}` : local,
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(source).close();
  return root.children[0] as XmlElement;
}

export const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The only child of this name. */
export function only(element: XmlElement, name: string): XmlElement {
  const [found, ...more] = all(element, name);
  if (!found || more.length > 0)
    throw new Error(`<${element.name}> has ${more.length + (found ? 1 : 0)} children <${name}>.`);
  return found;
}

export const textOf = (element: XmlElement, name: string): string => only(element, name).text;
