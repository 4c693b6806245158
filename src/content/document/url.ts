const longest = 4000;
const port = /:\d{1,5}$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^\[[\da-f:.]+\]$/i;
const label = /^(?!-)[\p{L}\p{M}\p{N}_-]{1,63}(?<!-)$/u;
const topLabel = /^(?:[\p{L}\p{M}]{2,63}|xn--[a-z\d-]{1,59})$/iu;
const anchor = /^#[^#\s]/;
const mail = /^mailto:[^\s\\<>"][^\\<>"]*$/i;
const telephone = /^tel:(?=\D*\d)[\d+()./*#-]+(?:;[\w.=+-]+)?$/i;

/** The URL of a link in its stored form, or null when it is not allowed. */
export function linkUrl(input: string): string | null {
  const typed = plainInput(input);
  if (typed === null) return null;
  if (anchor.test(typed) || (mail.test(typed) && URL.canParse(typed))) return encodeSpaces(typed);
  const dialed = typed.replace(/\s|%20/gu, '');
  return telephone.test(dialed) ? dialed : webUrl(typed);
}

/** The URL of an image in its stored form, or null when it is not allowed. */
export function imageUrl(input: string): string | null {
  const typed = plainInput(input);
  return typed === null ? null : webUrl(typed);
}

/** Like `linkUrl`, for HTML of other programs, in which `//host/path` is common. */
export function linkUrlInHtml(value: string): string | null {
  return linkUrl(withScheme(value));
}

/** Like `imageUrl`, for HTML of other programs. */
export function imageUrlInHtml(value: string): string | null {
  return imageUrl(withScheme(value));
}

/** The URL of something to embed: a page of the web. */
export function embedUrlInHtml(value: string): string | null {
  const url = linkUrlInHtml(value);
  return url !== null && /^https?:/i.test(url) ? url : null;
}

const site = 'https://site.invalid';

/** The path of an image or media file of this site, spelled as browsers resolve it. */
export function isFilePath(url: string): boolean {
  return /^\/(?:images|media)\/[^?#]+$/.test(url) && URL.parse(url, site)?.href === site + url;
}

function withScheme(value: string): string {
  const trimmed = value.trim();
  return /^\/\/[^/\\]/.test(trimmed) ? `https:${trimmed}` : trimmed;
}

function plainInput(input: string): string | null {
  const typed = input.trim();
  return typed.length > longest || /\p{Cc}|\p{Cs}/u.test(typed) ? null : typed;
}

function webUrl(typed: string): string | null {
  if (typed.includes('\\')) return null;
  if (typed.startsWith('/')) return typed.startsWith('//') ? null : encodeSpaces(typed);
  const scheme = /^https?:\/\//i.exec(typed)?.[0] ?? '';
  const authority = /^[^/?#]*/.exec(typed.slice(scheme.length))?.[0] ?? '';
  const host = authority.replace(port, '');
  const fits = scheme ? host !== '' && !/[\s<>"]/.test(authority) : isHost(host);
  const url = scheme ? typed : `https://${typed}`;
  return fits && URL.canParse(url) ? encodeSpaces(url) : null;
}

function isHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || ipv4.test(host) || ipv6.test(host) || isDomain(host);
}

function isDomain(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(labels.at(-1) ?? '');
}

/** The text of a part of a URL; as it is where it is not percent-encoded correctly. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function encodeSpaces(url: string): string | null {
  const encoded = url.replace(/\s/gu, encodeURIComponent);
  return encoded.length > longest ? null : encoded;
}

type FoundUrl = { start: number; end: number; href: string };

// A host name without a scheme only becomes a link under a common top-level domain that is not also a file extension:
// `notes.md` and `main.rs` stay text, `https://notes.md` and `notes.md/page` become links.
const genericDomains =
  'academy agency app art blog business biz build cafe center chat city cloud club codes coffee com community company ' +
  'computer consulting cool design dev digital directory domains edu education email energy engineering estate events ' +
  'exchange express farm finance fit foundation fund games garden gallery gmbh gov guide health help host hosting house ' +
  'info ink institute int international jobs kitchen land legal life link live llc ltd management marketing media mil ' +
  'mobi museum name net network news ngo online org page partners party photo photography photos pictures pizza press ' +
  'productions pub radio recipes rent restaurant review rocks school science services shop site social software solar ' +
  'solutions space store studio style support systems team tech technology theater tips tools tours town training travel ' +
  'university video vision watch web website wiki work works world wtf xyz yoga zone';
const countryDomains =
  'ac ad ae af ag ai al ao aq ar at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ' +
  'ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm ' +
  'gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz ' +
  'lb lc li lk lr ls lt lu lv ly ma mc me mg mh mn mp mq mr mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om ' +
  'pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb sd se sg si sk sl sm sn sr ss su sv sx sy sz tc td tg th tj tl tm tn ' +
  'to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vn vu wf ws ye yt za zm zw рф бел укр срб';
const ambiguousDomains = 'am as cc la md mk ml mm mo ms pl pm ps py rs sc sh so st tf tk vi zip mov';
const topLevelDomains = new Set([...genericDomains.split(' '), ...countryDomains.split(' ')]);
const topLevelDomainsBeforePath = new Set([...topLevelDomains, ...ambiguousDomains.split(' ')]);

// In scripts without spaces between words, text may directly precede or follow a URL.
const hostCharacter = String.raw`[[\p{L}\p{M}\p{N}.\-]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]]`;
const rest = String.raw`[^\s\p{Cc}<>"\u0060\\^\{\|\}\u3000-\u303F\uFF00-\uFF0F\uFF1A-\uFF20\u2018-\u201F«»]*`;
const candidate = new RegExp(
  String.raw`(?<full>(?<![A-Za-z0-9])https?:\/\/${rest})|` +
    String.raw`(?<![[${hostCharacter}_@\/\\:~+&=%$#]])(?<host>${hostCharacter}+)(?<port>:\d{1,5})?(?<path>[\/?#]${rest})?(?<next>[@\(_=])?`,
  'giv',
);

/** The URLs in a text, which become links when it is pasted. */
export function findUrls(text: string): FoundUrl[] {
  const found: FoundUrl[] = [];
  for (const match of text.matchAll(candidate)) {
    const groups = match.groups ?? {};
    const url = groups.full === undefined ? hostUrl(groups) : withoutTrailing(groups.full);
    const href = url && linkUrl(url);
    if (href) found.push({ start: match.index, end: match.index + url.length, href });
  }
  return found;
}

function hostUrl({ host = '', port = '', path = '', next }: Record<string, string | undefined>): string {
  if (next && !path) return '';
  const name = host.replace(/[.-]{1,9}$/, '');
  const labels = name.split('.');
  const topLevelDomain = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.some((label) => label === '')) return '';
  if (name !== host) return isLinkedHost(labels, topLevelDomain, topLevelDomains) ? name : '';
  const known = port || path ? topLevelDomainsBeforePath : topLevelDomains;
  return isLinkedHost(labels, topLevelDomain, known) ? withoutTrailing(name + port + path) : '';
}

function isLinkedHost(labels: string[], topLevelDomain: string, known: Set<string>): boolean {
  if (/^www$/i.test(labels[0] ?? '') && labels.length > 2) return true;
  // "the end.It was" is a missing space, not a host name.
  const sameCase =
    topLevelDomain === topLevelDomain.toLowerCase() || labels.join('') === labels.join('').toUpperCase();
  const named = topLevelDomain.length > 2 || /\p{L}/u.test(labels.at(-2) ?? '');
  return sameCase && named && known.has(topLevelDomain.toLowerCase());
}

const openers: Record<string, string> = { ')': '(', ']': '[' };

function withoutTrailing(url: string): string {
  const surplus = new Map<string, number>();
  for (const [close, open] of Object.entries(openers))
    surplus.set(close, url.split(close).length - url.split(open).length);
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1] ?? '';
    const unmatched = surplus.get(last) ?? 0;
    if (unmatched > 0) surplus.set(last, unmatched - 1);
    else if (last === '[') surplus.set(']', (surplus.get(']') ?? 0) + 1);
    else if (last === '(') surplus.set(')', (surplus.get(')') ?? 0) + 1);
    else if (!/[.,;:!?'*_~…]/.test(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}
