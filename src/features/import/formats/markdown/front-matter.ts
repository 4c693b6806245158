import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';

export type Data = Readonly<Record<string, unknown>>;

type FrontMatter = {
  /** With small letters as keys; empty when there is none or it cannot be read. */
  data: Data;
  body: string;
  /** The front matter as it is written, null where a file has none. */
  source: string | null;
  /** Why it could not be read. */
  problem?: string;
};

/** An alias in YAML may be used again and again; without a limit a small file could become a huge one. */
const maxAliases = 100;
const maxFrontMatterLength = 200_000;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** YAML between `---`, TOML between `+++`, a JSON object, or the header of Bear Blog that ends with `___`. */
export function readFrontMatter(file: string): FrontMatter {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const delimited =
    between(text, '---', /^(?:---|\.\.\.)[ \t]*$/m) ?? between(text, '+++', /^\+\+\+[ \t]*$/m);
  if (delimited) {
    const { inside, body, delimiter } = delimited;
    return parsed(inside, body, () => (delimiter === '---' ? yaml(inside) : parseToml(inside)));
  }
  if (text.startsWith('{')) {
    const end = jsonEnd(text);
    if (end > 0 && /^\{\s*["}]/.test(text))
      return parsed(text.slice(0, end), text.slice(end), () => JSON.parse(text.slice(0, end)));
  }
  return bearHeader(text) ?? { data: {}, body: text, source: null };
}

/** Settings of a site; empty when they cannot be read. */
export function readSettings(path: string, text: string): Data {
  try {
    if (path.endsWith('.toml')) return lowercaseKeys(parseToml(text), 8);
    return lowercaseKeys(path.endsWith('.json') ? JSON.parse(text) : yaml(text), 8);
  } catch {
    return {};
  }
}

function between(text: string, delimiter: '---' | '+++', closing: RegExp) {
  const line = /^[^\n]{3,20}(?=\n)/.exec(text)?.[0];
  if (line?.trimEnd() !== delimiter) return null;
  const rest = text.slice(line.length + 1);
  const end = closing.exec(rest);
  if (!end) return null;
  const inside = rest.slice(0, end.index);
  // Without entries it is a rule, as in the first line of a text.
  if (inside.trim() !== '' && !inside.split('\n').some(isEntry)) return null;
  return { inside, body: rest.slice(end.index + end[0].length).replace(/^\n/, ''), delimiter };
}

const isEntry = (line: string): boolean => /^[^:=]+[:=]/.test(line) || /^[#[{-]/.test(line.trimStart());

function parsed(source: string, body: string, parse: () => unknown): FrontMatter {
  try {
    if (source.length > maxFrontMatterLength) throw new Error('it is too long');
    const value = parse();
    if (value === null || value === undefined) return { data: {}, body, source };
    if (!isRecord(value)) throw new Error('it is not a list of names and values');
    return { data: lowercaseKeys(value, 1), body, source };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return { data: leniently(source), body, source, problem };
  }
}

function yaml(text: string): unknown {
  // Tabs between entries are common in old Jekyll posts, where the parser of Ruby accepted them.
  const document = parseDocument(text.replace(/\t/g, '  '), { uniqueKeys: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS({ maxAliasCount: maxAliases });
}

/** Entries of one line each, which are readable even where the whole is not valid: `title: A: B`. */
function leniently(source: string): Data {
  const data: Record<string, unknown> = {};
  for (const line of source.split('\n').slice(0, 200)) {
    const match = /^([A-Za-z][\w-]{0,50})[ \t]{0,20}[:=](?:[ \t]|$)/.exec(line);
    if (!match?.[1]) continue;
    const value = unquoted(line.slice(match[0].length).trim());
    if (value !== '') data[match[1].toLowerCase()] = scalar(value);
  }
  return data;
}

function scalar(value: string): unknown {
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  const list = /^\[([^\]]{0,2000})\]$/.exec(value)?.[1];
  return list === undefined ? value : list.split(',').map((one) => one.replace(/["']/g, '').trim());
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;

/** Hugo does not distinguish small and capital letters in names. */
function lowercaseKeys(value: unknown, depth: number): Record<string, unknown> {
  if (!isRecord(value)) return {};
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, one] of Object.entries(value)) {
    const name = key.toLowerCase();
    if (name in result && name !== key) continue;
    result[name] = depth > 1 && isRecord(one) ? lowercaseKeys(one, depth - 1) : one;
  }
  return result;
}

/** The index after the object that a text begins with. */
function jsonEnd(text: string): number {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < Math.min(text.length, maxFrontMatterLength); index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return -1;
}

const bearNames =
  /^(?:title|link|alias|canonical_url|published_date|is_page|meta_description|meta_image|lang|tags|class_name|make_discoverable|first_published_at)$/;

/** Bear Blog writes names and values above a line of underscores. */
function bearHeader(text: string): FrontMatter | null {
  const end = /^___[ \t]*$/m.exec(text.slice(0, 5000));
  if (!end) return null;
  const source = text.slice(0, end.index).trim();
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const names = lines.map((line) => /^([a-z_]{1,30}):/.exec(line)?.[1] ?? '');
  if (names.length === 0 || !names.every((name) => bearNames.test(name))) return null;
  return { data: leniently(source), body: text.slice(end.index + end[0].length).replace(/^\n/, ''), source };
}
