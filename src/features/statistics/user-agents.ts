import type { BotClass, DeviceClass } from './api/statistics.ts';

/** Longer user agents are cut before they are looked at. */
const maxUserAgentLength = 400;
const maxSubscribers = 100_000;
const maxReaderNameLength = 40;

export type Agent = {
  /** Null: a browser, as far as one can tell. */
  bot: BotClass | null;
  device: DeviceClass;
  /** A feed reader that tells for how many subscribers it asks. */
  reader: { name: string; subscribers: number } | null;
};

/**
 * Names in the user agents of programs, in small letters. Each list is one alternation of fixed texts, which takes linear time.
 * The order matters: `Applebot-Extended` is no search engine, and most feed readers and bots have a general word, too.
 */
const programs: readonly [BotClass, RegExp][] = [
  [
    'ai',
    /gptbot|chatgpt|oai-searchbot|claudebot|claude-|anthropic|perplexity|ccbot|bytespider|amazonbot|applebot-extended|google-extended|googleother|google-cloudvertex|meta-external|facebookbot|cohere-|diffbot|ai2bot|youbot|timpibot|imagesift|omgili|mistralai|duckassist|img2dataset|pangubot|kangaroo bot|google-agent|googleagent-|gemini-deep|notebooklm|amzn-searchbot|amzn-user|azureai-|manus-user|newsai\/|tiktokspider|sbintuitionsbot|firecrawl|apify|cloudflare-autorag|kagi-fetcher|atlassian-bot/,
  ],
  [
    'feed',
    /feed(?!back)|rss|inoreader|newsblur|theoldreader|miniflux|netnewswire|reeder\/|liferea|newsboat|akregator|bazqux|selfoss|yarr\/|nextcloud-news|simplepie|newsflash|thunderbird|netvibes|superfeedr|fraidycat|flipboardrss|blogtrottr|vienna\/|podcast|overcast|antennapod|dreamwidth|livejournal|bloglines|gwene|capyreader|readyou|newsify|g2reader|web reader|dlvr\.it/,
  ],
  [
    'search',
    /googlebot|google-inspection|adsbot-google|mediapartners-google|storebot-google|bingbot|bingpreview|msnbot|slurp|duckduckbot|baiduspider|yandexbot|yandexmobilebot|yandex\.com\/bots|sogou [a-z]{3,5} spider|sogou spider|exabot|applebot|petalbot|seznambot|qwantbot|qwantify|mojeek|yisouspider|360spider|yeti\/|naverbot|coccocbot|kagibot|bravebot|marginalia|daum\/|ia_archiver|google-|-google|google favicon|google web preview|duckduckgo-favicons|mail\.ru_bot|yacybot|seekport|stractbot|y!j-/,
  ],
  [
    'preview',
    /facebookexternalhit|facebookcatalog|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|whatsapp\/|linkedinbot|pinterestbot|pinterest\/0|redditbot|skypeuripreview|mastodon|pleroma|akkoma|misskey|friendica|lemmy|gotosocial|bluesky|cardyb|embedly|iframely|viber|snap url preview|vkshare|tumblr\/|quora link|bitlybot|synapse|link preview|linkpreview|unfurl|facebot|microsoftpreview|vkrobot|odklbot|summalybot|flipboardproxy|groupmebot|keybasebot|hatena|richlink/,
  ],
  [
    'monitor',
    /uptime|pingdom|statuscake|site24x7|better stack|betterstack|gatus|newrelic|datadog|checkly|hetrixtools|freshping|updown\.io|check_http|nagios|zabbix|prometheus|blackbox|lighthouse|pagespeed|gtmetrix|ptst\/|validator|kube-probe|googlehc|healthcheck|monitor|synthetic|thousandeyes|appinsights|alertsite|hardenize|siteimprove|silktide|dareboost|honeybadger|checklink|changedetection/,
  ],
  [
    'other',
    /bot\b|bot[/;_-]|crawl|spider|scrap|headless|phantomjs|selenium|puppeteer|playwright|curl|wget|python|java\/|okhttp|go-http|libwww|perl|ruby|php|guzzle|axios|node-fetch|undici|httpclient|aiohttp|https?:|semrush|ahrefs|archive|zgrab|masscan|nikto|nmap|sqlmap|wpscan|censys|expanse|robots|netcraft|acunetix|httrack|scanner|@|compatible(?!; (?:msie|konqueror))/,
  ],
];

/** Phones of this maker have the word in their name. */
const noBot = /cubot[ _-]/g;

/** Every browser begins like this, for reasons of history. */
const browser = /^(?:mozilla|opera)\//;

export function classifyAgent(userAgent: string): Agent {
  const text = userAgent.slice(0, maxUserAgentLength).toLowerCase();
  const bot = botClass(text);
  return {
    bot,
    device: deviceClass(text),
    reader: bot === null || bot === 'feed' ? subscribers(text) : null,
  };
}

function botClass(text: string): BotClass | null {
  const cleaned = text.replace(noBot, '');
  for (const [name, words] of programs) if (words.test(cleaned)) return name;
  return browser.test(text) ? null : 'other';
}

function deviceClass(text: string): DeviceClass {
  if (/smart-?tv|tizen|web0s|playstation|xbox|nintendo|appletv|crkey/.test(text)) return 'other';
  if (/ipad|tablet|kindle|silk\/|playbook/.test(text)) return 'tablet';
  if (/iphone|ipod|mobi|opera mini|windows phone/.test(text)) return 'phone';
  if (text.includes('android')) return 'tablet';
  return /windows nt|macintosh|x11|cros |linux/.test(text) ? 'computer' : 'other';
}

/** «Feedly/1.0 (…; 17 subscribers; …)», «NewsBlur Feed Fetcher - 3 subscribers - …» */
function subscribers(text: string): Agent['reader'] {
  const [, count] =
    /\b(\d{1,7}) (?:subscriber|reader|follower)/.exec(text) ??
    /\bsubscriber count: (\d{1,7})\b/.exec(text) ??
    [];
  if (count === undefined) return null;
  // Some have their own name in the comment of a browser's.
  const [, own] = /^mozilla\/[\d.]+ \(compatible; ([a-z][\w.-]*)/.exec(text) ?? [];
  const [, first = ''] = /^([a-z][\w.-]*)/.exec(text) ?? [];
  const name = (own ?? first).slice(0, maxReaderNameLength);
  return name === '' ? null : { name, subscribers: Math.min(Number(count), maxSubscribers) };
}
