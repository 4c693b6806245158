type PageOf = (match: RegExpExecArray) => string | null;

/** Players of other sites, and the page that each of them shows. They match the URL without its scheme and `www.`. */
const players: [RegExp, PageOf][] = [
  [
    /^(?:m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|e)\/([\w-]{6,20})(?=[?#/&]|$)/i,
    ([, id = '']) =>
      /^(?:videoseries|live_stream)$/.test(id) ? null : `https://www.youtube.com/watch?v=${id}`,
  ],
  [
    /^youtube(?:-nocookie)?\.com\/(?:embed\/videoseries\/?\?(?:[^#]{1,300}&)?list=|p\/|embed\/p\/)([\w-]{6,60})/i,
    ([, list]) => `https://www.youtube.com/playlist?list=${list}`,
  ],
  [/^player\.vimeo\.com\/video\/(\d{1,20})/i, ([, id]) => `https://vimeo.com/${id}`],
  [
    /^vimeo\.com\/moogaloop\.swf\?(?:[^#]{1,300}&)?clip_id=(\d{1,20})/i,
    ([, id]) => `https://vimeo.com/${id}`,
  ],
  [
    /^(?:dailymotion\.com\/(?:embed\/video|swf(?:\/video)?)|geo\.dailymotion\.com\/player\.html\?video=)\/?(\w{3,30})/i,
    ([, id]) => `https://www.dailymotion.com/video/${id}`,
  ],
  [/^w\.soundcloud\.com\/player\/?\?(?:[^#]{1,300}&)?url=([^&#]{1,500})/i, ([, url = '']) => decoded(url)],
  [
    /^(?:open\.spotify\.com\/embed|embed\.spotify\.com\/(?:oembed)?)\/?(track|album|playlist|episode|show|artist)\/(\w{5,40})/i,
    ([, kind, id]) => `https://open.spotify.com/${kind}/${id}`,
  ],
  [
    /^embed\.spotify\.com\/\?uri=spotify(?::|%3A)(\w{4,10})(?::|%3A)(\w{5,40})/i,
    ([, kind, id]) => `https://open.spotify.com/${kind}/${id}`,
  ],
  [
    /^codepen\.io\/([\w-]{1,60})\/embed\/(?:preview\/)?(\w{3,40})/i,
    ([, user, id]) => `https://codepen.io/${user}/pen/${id}`,
  ],
  [/^archive\.org\/embed\/([\w.-]{1,100})/i, ([, id]) => `https://archive.org/details/${id}`],
  [
    /^embed\.ted\.com\/(?:talks\/)?(?:lang\/\w{2,8}\/)?([\w-]{3,150})/i,
    ([, name]) => `https://www.ted.com/talks/${name}`,
  ],
  [/^(?:video\.)?videopress\.com\/(?:embed|v)\/(\w{6,12})/i, ([, id]) => `https://videopress.com/v/${id}`],
  [
    /^(?:fast|home)\.wistia\.(?:net|com)\/embed\/iframe\/(\w{6,20})/i,
    ([, id]) => `https://fast.wistia.net/embed/iframe/${id}`,
  ],
  // Mastodon.
  [/^([\w.-]{1,100}\/@[\w.@-]{1,100}\/\d{1,30})\/embed(?=[?#]|$)/i, ([, page]) => `https://${page}`],
  [/^loom\.com\/embed\/(\w{10,40})/i, ([, id]) => `https://www.loom.com/share/${id}`],
  [/^giphy\.com\/embed\/(\w{6,30})/i, ([, id]) => `https://giphy.com/gifs/${id}`],
  [
    /^instagram\.com\/(p|reel|tv)\/([\w-]{5,40})\/embed/i,
    ([, kind, id]) => `https://www.instagram.com/${kind}/${id}/`,
  ],
  [/^tiktok\.com\/(?:embed|player)\/v\d\/(\d{5,25})/i, ([, id]) => `https://www.tiktok.com/embed/v2/${id}`],
  [
    /^facebook\.com\/plugins\/(?:video|post)\.php\?(?:[^#]{1,300}&)?href=([^&#]{1,500})/i,
    ([, url = '']) => decoded(url),
  ],
  [
    /^platform\.twitter\.com\/embed\/Tweet\.html\?(?:[^#]{1,500}&)?id=(\d{5,25})/i,
    ([, id]) => `https://twitter.com/i/status/${id}`,
  ],
  [
    /^(?:slideshare\.net\/slideshow\/embed_code\/)((?:key\/)?\w{3,40})/i,
    ([, id]) => `https://www.slideshare.net/slideshow/embed_code/${id}`,
  ],
  [/^speakerdeck\.com\/player\/(\w{8,40})/i, ([, id]) => `https://speakerdeck.com/player/${id}`],
  [
    /^mixcloud\.com\/widget\/iframe\/?\?(?:[^#]{1,300}&)?feed=([^&#]{1,500})/i,
    ([, url = '']) => mixcloud(decoded(url)),
  ],
  [
    /^(?:bandcamp\.com\/EmbeddedPlayer\/)([\w=/.-]{3,300})/i,
    ([, rest]) => `https://bandcamp.com/EmbeddedPlayer/${rest}`,
  ],
];

/** The page of a video or recording, from the URL of its player on another site; null for other URLs. */
export function pageOfPlayer(src: string): string | null {
  const place = /^(?:https?:)?\/\/(?:www\.)?(.{1,2000})$/is.exec(src.trim())?.[1];
  if (place === undefined) return null;
  for (const [pattern, page] of players) {
    const match = pattern.exec(place);
    if (match) return page(match);
  }
  return null;
}

function decoded(url: string): string | null {
  try {
    const text = decodeURIComponent(url);
    return /^https?:\/\//i.test(text) || text.startsWith('/') ? text : null;
  } catch {
    return null;
  }
}

function mixcloud(url: string | null): string | null {
  return url?.startsWith('/') ? `https://www.mixcloud.com${url}` : url;
}

/** The page of a script that writes something into the page where it stands. */
export function pageOfScript(src: string): string | null {
  const gist = /^(?:https?:)?\/\/gist\.github\.com\/((?:[\w-]{1,100}\/)?[\da-f]{1,40})\.js/i.exec(src.trim());
  return gist ? `https://gist.github.com/${gist[1]}` : null;
}
