const name = String.raw`([a-z\d][a-z\d+#._-]{0,30})`;

/** Prism, highlight.js, GitHub, MDN, Sphinx, Docusaurus, Pandoc; SyntaxHighlighter; SHJS and other old scripts. */
const patterns = [
  'lang(?:uage)?[-:]',
  String.raw`(?:highlight-(?:source-|text-)?|prism-|sourceCode\s)`,
  String.raw`brush:\s{0,9}`,
  '(?:sh_|syntax |code )',
].map((before) => new RegExp(`(?:^|\\s)${before}${name}(?:[\\s;]|$)`, 'i'));

/** The language of code that the classes of its element name. */
export function languageInClasses(classes: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(classes)?.[1];
    if (found && !/^(?:none|auto|source|text|wrapper|block)$/i.test(found)) return found.toLowerCase();
  }
  return undefined;
}
