const namedColors = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
    'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
    'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
    'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
    'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
    'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
    'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
    'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
    'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
    'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
    'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue ' +
    'slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat ' +
    'white whitesmoke yellow yellowgreen'
  ).split(' '),
);
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

function allowedStyle(style: string, allowed: Record<string, (value: string) => boolean>): string {
  const declarations = style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter(Boolean);
  const kept = new Map<string, string>();
  for (const declaration of declarations) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (Object.hasOwn(allowed, name) && allowed[name]?.(value)) kept.set(name, value);
  }
  if (kept.size === declarations.length) return style.trim();
  return [...kept].map(([name, value]) => `${name}: ${value};`).join(' ');
}
