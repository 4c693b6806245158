import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { schemeScript } from '../web/ui/scheme-script.ts';

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(schemeScript)}`,
  "style-src 'self'",
  // Posts use style attributes for colors and alignment; style sheets and scripts stay forbidden.
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** For every response. Images may come from any https URL, because authors link to them. */
export function securityHeaders(
  siteUrl: string,
  mediaOrigin: string | null,
  /** Where the answer to a form leads back to. */
  published: string | null = null,
): [string, string][] {
  const https = siteUrl.startsWith('https:');
  const own = mediaOrigin ? [mediaOrigin] : [];
  const images = ["img-src 'self' https: data:", ...own].join(' ');
  const forms = ["form-action 'self'", ...(published ? [published] : [])].join(' ');
  const media = ["media-src 'self'", ...own].join(' ');
  return [
    [
      'content-security-policy',
      [...policy, forms, images, media, ...(https ? ['upgrade-insecure-requests'] : [])].join('; '),
    ],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
    // Without includeSubDomains: other subdomains of the owner may have no https.
    ...(https ? [['strict-transport-security', 'max-age=31536000'] as [string, string]] : []),
  ];
}

export function setHeaders(response: ServerResponse, headers: readonly [string, string | number][]): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
