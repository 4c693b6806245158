import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { useMessages } from '../messages.ts';
import { SchemeSwitch } from './scheme-switch.tsx';

export function SiteFooter({ site }: { site: PublicSite }) {
  const messages = useMessages();
  return (
    <footer className="site-footer">
      <p className="thanks">{site.thank_you_line}</p>
      <ul>
        {site.fan_site_url && (
          <li>
            <a href={site.fan_site_url}>{site.fan_site_label || site.fan_site_url}</a>
          </li>
        )}
        {site.contact_email && (
          <li>
            <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>
          </li>
        )}
        <li>
          <a href={urls.feed}>{messages.feedLink}</a>
        </li>
        <li>
          <a href={urls.there}>{messages.counterLink}</a>
        </li>
      </ul>
      <SchemeSwitch />
    </footer>
  );
}
