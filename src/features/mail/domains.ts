/** Providers whose addresses belong to many people: only they can publish records in their DNS and sign mails. */
const sharedDomains = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...['ymail.com', 'aol.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'pm.me'],
  ...['gmx.com', 'gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'mail.de'],
  ...['posteo.de', 'mailbox.org', 'fastmail.com', 'fastmail.fm', 'zoho.com', 'tutanota.com', 'tuta.com'],
  ...['hey.com', 'mail.com', 'mail.ru', 'yandex.ru', 'yandex.com', 'qq.com', '163.com', '126.com'],
  ...['naver.com', 'orange.fr', 'free.fr', 'laposte.net', 'libero.it', 'seznam.cz', 'wp.pl', 'o2.pl'],
  ...['comcast.net', 'verizon.net', 'att.net', 'bluewin.ch', 'ziggo.nl', 'telenet.be', 'uol.com.br'],
]);
const sharedNames = /^(?:yahoo|hotmail|outlook|live)\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/;

/** Whether the owner of a blog cannot publish DNS records for this domain, because it is that of a provider. */
export const isSharedDomain = (domain: string): boolean =>
  sharedDomains.has(domain) || sharedNames.test(domain);

/** Names that no public DNS knows: mail of such a sender cannot be checked, and is seldom accepted. */
export const isLocalDomain = (domain: string): boolean =>
  !domain.includes('.') || /\.(?:local|localhost|internal|test|invalid|lan|home\.arpa)$/.test(domain);
