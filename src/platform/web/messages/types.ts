/** A text of any language where English has the text `English`: a constant, a function of parameters, or a group of texts. */
type Translated<English> = English extends string
  ? string
  : English extends readonly string[]
    ? readonly string[]
    : English extends (...parameters: infer Parameters) => string
      ? (...parameters: Parameters) => string
      : { readonly [Key in keyof English]: Translated<English[Key]> };

/** All texts for readers in one language. */
export type Messages = Translated<typeof import('./en.ts')>;

/** The texts that islands download. */
export type IslandMessages = Translated<typeof import('./en/islands.ts')>;

type SignIn = Translated<typeof import('./en/sign-in.ts')>;

/** The texts of the sign-in form. */
export type SignInMessages = SignIn & { passkeysOtherUrl: string };

/** The texts that the admin area shares with pages. */
export type SharedMessages = Translated<typeof import('./en/frame.ts')> & IslandMessages & SignIn;
