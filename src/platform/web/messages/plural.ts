/** The forms of a text for each plural category that the language has; `other` is the form for all the rest. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form for a count, by the rules of a language. */
export function plural(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
