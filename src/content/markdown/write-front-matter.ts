type FrontValue =
  | string
  | number
  | boolean
  | null
  | readonly FrontValue[]
  | { readonly [name: string]: FrontValue };

/**
 * YAML that every parser reads alike: all texts are in double quotes, because unquoted words such as `no`, `1:30` or a date
 * have other types in YAML 1.1 than in 1.2. Undefined values are left out.
 */
export function frontMatter(fields: Readonly<Record<string, FrontValue | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : line(name, value),
  );
  return ['---', ...lines, '---', ''].join('\n');
}

function line(name: string, value: FrontValue): string[] {
  if (!isMapping(value) || Object.keys(value).length === 0) return [`${name}: ${flow(value)}`];
  return [`${name}:`, ...Object.entries(value).map(([key, inner]) => `  ${key}: ${flow(inner)}`)];
}

function flow(value: FrontValue): string {
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return `[${value.map(flow).join(', ')}]`;
  if (isMapping(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${quoted(name)}: ${flow(inner)}`)
      .join(', ')}}`;
  return String(value);
}

const isList = (value: FrontValue): value is readonly FrontValue[] => Array.isArray(value);
const isMapping = (value: FrontValue): value is { readonly [name: string]: FrontValue } =>
  value !== null && typeof value === 'object' && !isList(value);

/** JSON, with escapes for what YAML does not allow as it is. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
