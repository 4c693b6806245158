import { createPublicKey } from 'node:crypto';
import type { Blog } from '../../platform/blog.ts';
import { read, siteTag } from '../../platform/http/cache/reads.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';
import { base58 } from './base58.ts';
import { activityStreams, actorUrl, type Json } from './deliver.ts';
import { federatedPublicSite, federatedSite } from './federated-site.ts';
import { type FediverseKeys, mainKeyId, multikeyId, publicPart } from './signing/keys.ts';
import { fediverseKeys } from './site-keys.ts';
import { link, paragraphs } from './text-html.ts';
import { fediverseUrls } from './urls.ts';

/** What the documents of the actor use beside the vocabulary of ActivityStreams. */
const context = [
  activityStreams,
  'https://w3id.org/security/v1',
  'https://w3id.org/security/multikey/v1',
  {
    toot: 'http://joinmastodon.org/ns#',
    schema: 'http://schema.org#',
    discoverable: 'toot:discoverable',
    indexable: 'toot:indexable',
    manuallyApprovesFollowers: 'as:manuallyApprovesFollowers',
    alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' },
    movedTo: { '@id': 'as:movedTo', '@type': '@id' },
    PropertyValue: 'schema:PropertyValue',
    value: 'schema:value',
  },
];

/** The host, with its port, in the address of the blog. */
export const hostOf = (blog: Blog): string => new URL(blog.siteUrl()).host;

/** The blog as an actor: a person, because Mastodon labels services as bots. */
export async function actorDocument(blog: Blog): Promise<Json> {
  const site = await federatedPublicSite(blog);
  const keys = await read(blog, fediverseKeys, () => [siteTag]);
  const siteUrl = blog.siteUrl();
  const id = actorUrl(blog);
  const iconVersion = site.images.icon ? `?v=${site.images.icon.version}` : '';
  const { social } = site.images;
  return {
    '@context': context,
    id,
    type: 'Person',
    preferredUsername: site.fediverse_name,
    name: site.site_name,
    summary: paragraphs(site.site_description, siteUrl)
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join(''),
    url: `${siteUrl}/`,
    inbox: siteUrl + fediverseUrls.inbox,
    outbox: siteUrl + fediverseUrls.outbox,
    followers: siteUrl + fediverseUrls.followers,
    following: siteUrl + fediverseUrls.following,
    endpoints: { sharedInbox: siteUrl + fediverseUrls.inbox },
    manuallyApprovesFollowers: false,
    ...(site.fediverse_alias && { alsoKnownAs: [site.fediverse_alias] }),
    ...(site.fediverse_moved_to && { movedTo: site.fediverse_moved_to }),
    discoverable: true,
    indexable: true,
    icon: { type: 'Image', mediaType: 'image/png', url: `${siteUrl}/icon-512.png${iconVersion}` },
    ...(social && { image: { type: 'Image', url: new URL(social.file_path, siteUrl).href } }),
    attachment: [
      { type: 'PropertyValue', name: escapeHtml(site.site_name), value: link(`${siteUrl}/`, siteUrl) },
    ],
    ...publicKeys(id, keys),
  };
}

function publicKeys(actor: string, { rsa, ed25519 }: FediverseKeys): Json {
  const key = createPublicKey({ key: publicPart(rsa), format: 'jwk' });
  return {
    publicKey: {
      id: mainKeyId(actor),
      owner: actor,
      publicKeyPem: key.export({ type: 'spki', format: 'pem' }),
    },
    assertionMethod: [
      {
        id: multikeyId(actor),
        type: 'Multikey',
        controller: actor,
        publicKeyMultibase: `z${base58(Buffer.concat([ed25519Prefix, Buffer.from(ed25519.x ?? '', 'base64url')]))}`,
      },
    ],
  };
}

/** The multicodec of Ed25519 public keys. */
const ed25519Prefix = Buffer.from([0xed, 0x01]);

/** What WebFinger answers about a resource: the blog, by its address, its URL or that of the actor; null for all others. */
export async function webFinger(blog: Blog, resource: string): Promise<Json | null> {
  const site = await federatedSite(blog);
  const siteUrl = blog.siteUrl();
  const actor = actorUrl(blog);
  const address = `${site.fediverse_name}@${hostOf(blog)}`;
  const asked = resource.trim();
  const isAddress =
    asked
      .replace(/^acct:/i, '')
      .replace(/^@/, '')
      .toLowerCase() === address.toLowerCase();
  if (!isAddress && ![siteUrl, actor].includes(asked.replace(/\/$/, ''))) return null;
  return {
    subject: `acct:${address}`,
    aliases: [`${siteUrl}/`, actor],
    links: [
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: `${siteUrl}/` },
      { rel: 'self', type: 'application/activity+json', href: actor },
    ],
  };
}
