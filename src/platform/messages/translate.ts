/** The forms of a text for each plural category that the language has; `other` is the form for all the rest. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** From an English text to its translation. For a plural, from the English form `other` to all forms. */
export type Catalog = Readonly<Record<string, string | PluralForms>>;

export type Translation = {
  language: string;
  catalog: Catalog;
  /** For numbers and dates. Undefined: the format of the browser, whose region English texts leave open. */
  locale: string | undefined;
};

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>];

export const english: Translation = { language: 'en', catalog: {}, locale: undefined };

let current: () => Translation = () => english;

/** Browsers have one translation as long as a page is open; on the server it is that of the person who asks. Returns what it replaces. */
export function provideTranslation(source: () => Translation): () => Translation {
  const replaced = current;
  current = source;
  return replaced;
}

/** The language of the admin area for this person: one that has a catalog, or `en`. */
export const language = (): string => current().language;

/** The locale for `Intl`. */
export const locale = (): string | undefined => current().locale;

/** The translation of an English text, which is in the sources: `npm run translations` finds it there. */
/* @__NO_SIDE_EFFECTS__ */
export function t<const Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  return fill(translated(text), values);
}

/** A text with its values. It is translated when it is read, because it is stored or shown in several languages. */
export type Message = {
  text: string;
  one?: string;
  values?: Readonly<Record<string, Message | string | number>>;
};

type MessageValues<Name extends string> = [Name] extends [never]
  ? []
  : [values: Record<Name, Message | string | number>];

/* @__NO_SIDE_EFFECTS__ */
export const message = <const Text extends string>(
  text: Text,
  ...[values]: MessageValues<Names<Text>>
): Message => (values ? { text, values } : { text });

export const pluralMessage = <const One extends string, const Other extends string>(
  count: number,
  { one, other }: { one: One; other: Other },
  ...[values]: MessageValues<Exclude<Names<One | Other>, 'count'>>
): Message => ({ text: other, one, values: { ...values, count } });

/** The message in the language of the person who asks. */
export function rendered({ text, one, values = {} }: Message): string {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? rendered(value) : value,
    ]),
  );
  return one === undefined
    ? fill(translated(text), given)
    : fill(pluralForm(Number(given.count), { one, other: text }), given);
}

/** The text for a count. `{count}` is formatted for the language. */
export function plural<const One extends string, const Other extends string>(
  count: number,
  forms: { one: One; other: Other },
  ...[values]: Values<Exclude<Names<One | Other>, 'count'>>
): string {
  return fill(pluralForm(count, forms), { ...values, count });
}

function pluralForm(count: number, forms: PluralForms): string {
  const { language, catalog } = current();
  const found = catalog[forms.other] ?? forms;
  const all: PluralForms = typeof found === 'string' ? { other: found } : found;
  return all[rulesOf(language).select(count)] ?? all.other;
}

/** The translation with its gaps. */
export function translated(text: string): string {
  const found = current().catalog[text];
  return typeof found === 'string' ? found : text;
}

type Given = Readonly<Record<string, string | number>>;

const fill = (text: string, values: Given | undefined): string =>
  values ? text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => shown(values[name] ?? gap)) : text;

const shown = (value: string | number): string =>
  typeof value === 'number' ? numbersOf(locale()).format(value) : value;

const perLanguage = <Format>(create: (language: string | undefined) => Format) => {
  const known = new Map<string | undefined, Format>();
  return (language: string | undefined): Format => {
    const format = known.get(language) ?? create(language);
    known.set(language, format);
    return format;
  };
};

const rulesOf = perLanguage((language) => new Intl.PluralRules(language));
const numbersOf = perLanguage((language) => new Intl.NumberFormat(language));

export const formatNumber = (value: number): string => numbersOf(locale()).format(value);

const lists = {
  and: perLanguage((language) => new Intl.ListFormat(language)),
  or: perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' })),
};

/** 'posts, pages, and comments' */
export const formatList = (items: readonly string[], word: keyof typeof lists = 'and'): string =>
  lists[word](language()).format(items);
