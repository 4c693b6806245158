import { ReplyMailContext } from '../../../core/posts/pages/reply-mail.ts';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { hasServer } from '../../../platform/web/copy-context.ts';
import type { PageSlots } from '../../../platform/web/slots.tsx';
import { mailOf } from '../api/public-mail.ts';
import { isMailPath } from '../api/urls.ts';
import { MailContext } from './context.ts';
import { SubscribeForm } from './subscribe-form.tsx';

export const mailSlots: PageSlots<PublicSite> = {
  name: 'mail',
  provide(document, { site, copy, signedIn }) {
    const mail = mailOf(site);
    // Nothing answers the forms of a static copy.
    if (!hasServer(copy) || !mail.isOn) return document;
    return (
      <MailContext value={mail}>
        {/* The owner is notified of comments in other ways. */}
        <ReplyMailContext value={mail.commenterMail && !signedIn}>{document}</ReplyMailContext>
      </MailContext>
    );
  },
  siteFooter: ({ path }) => !isMailPath(path) && <SubscribeForm />,
};
