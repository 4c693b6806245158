import { SaxesParser } from 'saxes';

export type ListPage = {
  objects: { key: string; size: number; modified: Date }[];
  /** The token of the next page. */
  next: string | undefined;
};

/** Reads a response to ListObjectsV2. A response that is not complete and well-formed throws: a listing with gaps would let files look deleted. */
export function listPage(xml: Uint8Array): ListPage {
  const fields = new Map<string, string>();
  const objects: ListPage['objects'] = [];
  const root = readElements(xml, (path, text) => {
    if (path !== 'ListBucketResult/Contents') return void fields.set(path, text);
    const field = (name: string) => {
      const value = fields.get(`${path}/${name}`);
      fields.delete(`${path}/${name}`);
      return value ?? '';
    };
    const [key, size, modified] = [field('Key'), field('Size'), new Date(field('LastModified'))];
    if (!key || !/^\d{1,15}$/.test(size) || Number.isNaN(modified.getTime()))
      throw new Error('The store lists an object without a name, a size or a date.');
    objects.push({ key, size: Number(size), modified });
  });
  const field = (name: string) => fields.get(`ListBucketResult/${name}`);
  const truncated = field('IsTruncated');
  const next = field('NextContinuationToken');
  if (root !== 'ListBucketResult' || !/^(true|false)$/.test(truncated ?? ''))
    throw new Error('The store answered with something that is not a list of objects.');
  if (truncated === 'true' && !next) throw new Error('The store does not say where its list continues.');
  if (field('EncodingType') === 'url')
    for (const object of objects) object.key = decodeURIComponent(object.key.replaceAll('+', ' '));
  return { objects, next: truncated === 'true' ? next : undefined };
}

/** The code of an error response, or undefined for anything else, such as the HTML page of a proxy. */
export function errorCode(xml: Uint8Array): string | undefined {
  let code: string | undefined;
  try {
    readElements(xml, (path, text) => {
      if (path === 'Error/Code') code = text;
    });
  } catch {
    return undefined;
  }
  return code;
}

/** Calls back with the path and the text of each element when it ends, and returns the name of the first one. */
function readElements(xml: Uint8Array, ended: (path: string, text: string) => void): string | undefined {
  const parser = new SaxesParser();
  const path: string[] = [];
  let root: string | undefined;
  let text = '';
  const addText = (part: string) => {
    text += part;
  };
  parser.on('opentag', ({ name }) => {
    root ??= name;
    path.push(name);
    text = '';
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    ended(path.join('/'), text);
    path.pop();
    text = '';
  });
  // Document types are of no use here, and entities of their own the start of many attacks.
  parser.on('doctype', () => parser.fail('a document type'));
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(xml)).close();
  return root;
}
