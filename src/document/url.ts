const longest = 4000;
const port = /:\d{1,5}$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^\[[\da-f:.]+\]$/i;
const label = /^(?!-)[\p{L}\p{M}\p{N}_-]{1,63}(?<!-)$/u;
const topLabel = /^(?:[\p{L}\p{M}]{2,63}|xn--[a-z\d-]{1,59})$/iu;
const anchor = /^#[^#\s]/;
const mail = /^mailto:[^\s\\<>"][^\\<>"]*$/i;
const telephone = /^tel:(?=\D*\d)[\d+()./*#-]+(?:;[\w.=+-]+)?$/i;

/** The address of a link as it is stored, or null when it must not become one. */
export function linkUrl(input: string): string | null {
  const typed = plainInput(input);
  if (typed === null) return null;
  if (anchor.test(typed) || mail.test(typed)) return withoutBlanks(typed);
  const dialled = typed.replace(/\s|%20/gu, '');
  return telephone.test(dialled) ? dialled : webAddress(typed);
}

/** The address of an image as it is stored, or null when it must not become one. */
export function imageUrl(input: string): string | null {
  const typed = plainInput(input);
  return typed === null ? null : webAddress(typed);
}

/** As `linkUrl`, for markup written elsewhere, where `//host/path` is common. */
export function linkUrlInHtml(value: string): string | null {
  return linkUrl(withScheme(value));
}

/** As `imageUrl`, for markup written elsewhere. */
export function imageUrlInHtml(value: string): string | null {
  return imageUrl(withScheme(value));
}

function withScheme(value: string): string {
  const trimmed = value.trim();
  return /^\/\/[^/\\]/.test(trimmed) ? `https:${trimmed}` : trimmed;
}

function plainInput(input: string): string | null {
  const typed = input.trim();
  return typed.length > longest || /\p{Cc}|\p{Cs}/u.test(typed) ? null : typed;
}

function webAddress(typed: string): string | null {
  if (typed.includes('\\')) return null;
  if (typed.startsWith('/')) return typed.startsWith('//') ? null : withoutBlanks(typed);
  const scheme = /^https?:\/\//i.exec(typed)?.[0] ?? '';
  const authority = /^[^/?#]*/.exec(typed.slice(scheme.length))?.[0] ?? '';
  const host = authority.replace(port, '');
  const fits = scheme ? host !== '' && !/[\s<>"]/.test(authority) : isHost(host);
  const address = scheme ? typed : `https://${typed}`;
  return fits && URL.canParse(address) ? withoutBlanks(address) : null;
}

function isHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || ipv4.test(host) || ipv6.test(host) || isDomain(host);
}

function isDomain(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(labels.at(-1) ?? '');
}

function withoutBlanks(address: string): string | null {
  const encoded = address.replace(/\s/gu, encodeURIComponent);
  return encoded.length > longest ? null : encoded;
}

export type FoundUrl = { start: number; end: number; href: string };

// Bare names are only taken for addresses under endings that people use and that no file carries: `notes.md` and
// `main.rs` stay text, `https://notes.md` and `notes.md/page` do not.
const genericEndings =
  'academy agency app art blog business biz build cafe center chat city cloud club codes coffee com community company ' +
  'computer consulting cool design dev digital directory domains edu education email energy engineering estate events ' +
  'exchange express farm finance fit foundation fund games garden gallery gmbh gov guide health help host hosting house ' +
  'info ink institute int international jobs kitchen land legal life link live llc ltd management marketing media mil ' +
  'mobi museum name net network news ngo online org page partners party photo photography photos pictures pizza press ' +
  'productions pub radio recipes rent restaurant review rocks school science services shop site social software solar ' +
  'solutions space store studio style support systems team tech technology theater tips tools tours town training travel ' +
  'university video vision watch web website wiki work works world wtf xyz yoga zone';
const countryEndings =
  'ac ad ae af ag ai al ao aq ar at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ' +
  'ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm ' +
  'gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz ' +
  'lb lc li lk lr ls lt lu lv ly ma mc me mg mh mn mp mq mr mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om ' +
  'pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb sd se sg si sk sl sm sn sr ss su sv sx sy sz tc td tg th tj tl tm tn ' +
  'to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vn vu wf ws ye yt za zm zw рф бел укр срб';
const ambiguousEndings = 'am as cc la md mk ml mm mo ms pl pm ps py rs sc sh so st tf tk vi zip mov';
const endings = new Set([...genericEndings.split(' '), ...countryEndings.split(' ')]);
const endingsBeforeAPath = new Set([...endings, ...ambiguousEndings.split(' ')]);

// Scripts written without blanks between words may touch an address on either side.
const hostCharacter = String.raw`[[\p{L}\p{M}\p{N}.\-]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]]`;
const rest = String.raw`[^\s\p{Cc}<>"\u0060\\^\{\|\}\u3000-\u303F\uFF00-\uFF0F\uFF1A-\uFF20\u2018-\u201F«»]*`;
const candidate = new RegExp(
  String.raw`(?<full>(?<![A-Za-z0-9])https?:\/\/${rest})|` +
    String.raw`(?<![[${hostCharacter}_@\/\\:~+&=%$#]])(?<host>${hostCharacter}+)(?<port>:\d{1,5})?(?<path>[\/?#]${rest})?(?<next>[@\(_=])?`,
  'giv',
);

/** Where web addresses stand in a text, as they become links when it is pasted. */
export function findUrls(text: string): FoundUrl[] {
  const found: FoundUrl[] = [];
  for (const match of text.matchAll(candidate)) {
    const groups = match.groups ?? {};
    const address = groups.full === undefined ? bareAddress(groups) : withoutTrailing(groups.full);
    const href = address && linkUrl(address);
    if (href) found.push({ start: match.index, end: match.index + address.length, href });
  }
  return found;
}

function bareAddress({ host = '', port = '', path = '', next }: Record<string, string | undefined>): string {
  if (next && !path) return '';
  const name = host.replace(/[.-]{1,9}$/, '');
  const labels = name.split('.');
  const ending = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.some((label) => label === '')) return '';
  if (name !== host) return isName(labels, ending, endings) ? name : '';
  const known = port || path ? endingsBeforeAPath : endings;
  return isName(labels, ending, known) ? withoutTrailing(name + port + path) : '';
}

function isName(labels: string[], ending: string, known: Set<string>): boolean {
  if (/^www$/i.test(labels[0] ?? '') && labels.length > 2) return true;
  // "the end.It was" is a missing blank, not an address.
  const sameCase = ending === ending.toLowerCase() || labels.join('') === labels.join('').toUpperCase();
  const named = ending.length > 2 || /\p{L}/u.test(labels.at(-2) ?? '');
  return sameCase && named && known.has(ending.toLowerCase());
}

const openers: Record<string, string> = { ')': '(', ']': '[' };

function withoutTrailing(address: string): string {
  const surplus = new Map<string, number>();
  for (const [close, open] of Object.entries(openers))
    surplus.set(close, address.split(close).length - address.split(open).length);
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const unmatched = surplus.get(last) ?? 0;
    if (unmatched > 0) surplus.set(last, unmatched - 1);
    else if (last === '[') surplus.set(']', (surplus.get(']') ?? 0) + 1);
    else if (last === '(') surplus.set(')', (surplus.get(')') ?? 0) + 1);
    else if (!/[.,;:!?'*_~…]/.test(last)) break;
    end -= 1;
  }
  return address.slice(0, end);
}
