import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { probeHeader, signedProbe } from '../../platform/http/request/probe.ts';
import { t } from '../../platform/messages/translate.ts';
import { outgoing } from '../../platform/outgoing/client.ts';

const limits = { connectMs: 5_000, silentMs: 10_000, totalMs: 15_000, answerBytes: 64 * 1024 };

/** Where readers find the site. */
export const publicUrlFeature: Feature<Blog> = {
  name: 'public-url',
  connections: [
    {
      name: 'site-url',
      place: 'site',
      title: t('Public URL'),
      text: t(
        'Feeds, mails and other sites link to this URL. With https, signing in works over https only: test it first. SITE_URL in the environment wins, should you lock yourself out.',
      ),
      needsRestart: true,
      variables: ['SITE_URL'],
      fields: [
        {
          name: 'site_url',
          label: t('Public URL'),
          kind: 'url',
          isRequired: true,
          hint: t('Without a path, like https://example.org.'),
        },
      ],
      toVariables: ({ site_url = '' }) => ({ SITE_URL: site_url }),
      test: async (blog, { siteUrl }) => {
        if (siteUrl === null) throw new Error(t('Enter the URL first.'));
        using client = outgoing({ to: siteUrl, allowPrivateTarget: true, limits });
        const headers = { [probeHeader]: signedProbe(blog.keys.csrf, blog.now()) };
        const answer = await client.fetch(`${siteUrl}/healthz`, { headers }).catch((error: Error) => {
          const { message } = error.cause instanceof Error ? error.cause : error;
          throw new Error(t('{url} does not answer: {reason}', { url: siteUrl, reason: message }));
        });
        // Only this site can read the signed header, and answers with what it found.
        if (!(await answer.text()).includes('"client"'))
          throw new Error(
            t('Another site answers at {url} (status {status}).', { url: siteUrl, status: answer.status }),
          );
        return t('{url} leads to this site.', { url: siteUrl });
      },
    },
  ],
};
