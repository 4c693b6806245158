import { namedColors } from './named-colors.ts';

const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const number = String.raw`[+-]?(?:\d{1,5}(?:\.\d{1,9})?|\.\d{1,9})`;
const colorFunction = new RegExp(
  String.raw`^(?:rgb|hsl)a?\( *${number}(?:%|deg)?(?: *, *${number}%?| +${number}%?){2}(?: *[,/] *${number}%?)? *\)$`,
  'i',
);

export function isColor(value: string): boolean {
  return hex.test(value) || colorFunction.test(value) || namedColors.has(value.toLowerCase());
}

function isAlignment(value: string): boolean {
  return /^(?:center|right|justify)$/i.test(value);
}

/** The allowed alignment; left is dropped because it is the default. */
export function alignmentStyle(style: string, align = ''): string {
  return (
    allowedStyle(style, { 'text-align': isAlignment }) ||
    (isAlignment(align) ? `text-align: ${align.toLowerCase()};` : '')
  );
}

export function colorStyle(style: string): string {
  return allowedStyle(style, { color: isColor, 'background-color': isColor });
}

/** The declarations of a style attribute; also of properties that browsers do not know. */
export function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon !== -1)
      declarations.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return declarations;
}

function allowedStyle(style: string, allowed: Record<string, (value: string) => boolean>): string {
  const declarations = style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter(Boolean);
  const kept = new Map<string, string>();
  for (const declaration of declarations)
    for (const [name, value] of declarationsOf(declaration))
      if (Object.hasOwn(allowed, name) && allowed[name]?.(value)) kept.set(name, value);
  if (kept.size === declarations.length) return style.trim();
  return [...kept].map(([name, value]) => `${name}: ${value};`).join(' ');
}
