/** An attribute that the parse rule of its node or mark reads; Tiptap would read the HTML attribute of the same name instead. */
export function fromParseRule(defaultValue: string | number | null = null) {
  return { default: defaultValue, parseHTML: () => null };
}
