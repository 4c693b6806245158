import type { Embed as EmbedPreview } from '../../../../content/document/embed.ts';
import type { PublicDocument, PublicOptions } from '../../../../platform/outgoing/fetch-public.ts';

/** What is known of an embedded page: enough for a preview without asking another server. Unknown texts are empty. */
export type Embed = Omit<EmbedPreview, 'url' | 'image'> & {
  /** Where the preview image can be fetched. */
  image: string | null;
};

export const noEmbed: Embed = {
  provider: '',
  title: '',
  author: '',
  text: '',
  codeFile: '',
  player: null,
  width: null,
  height: null,
  image: null,
};

export type Get = (url: URL, options: Pick<PublicOptions, 'accept' | 'maxBytes'>) => Promise<PublicDocument>;

const maxTextLength = 3_000;
const maxLineLength = 300;

/** One line of text from another server. */
export const line = (text: string | null | undefined, longest = maxLineLength): string =>
  (text ?? '')
    .slice(0, longest * 4)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/** Several lines of text from another server. */
export const lines = (text: string | null | undefined): string =>
  (text ?? '')
    .slice(0, maxTextLength * 4)
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();

/** The URL if it is one of the web. */
export function webUrl(text: string | null | undefined, base?: URL): string | null {
  const url = text ? URL.parse(text, base) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** The URL if it is https, as that of a frame must be. */
export function httpsUrl(text: string | null | undefined, base?: URL): string | null {
  const url = webUrl(text, base);
  return url?.startsWith('https:') ? url : null;
}
