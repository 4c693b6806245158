import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';

export function SiteFooter({ site }: { site: PublicSite }) {
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
          <a href={urls.feed}>feed</a>
        </li>
        <li>
          <a href={urls.there}>there</a>
        </li>
      </ul>
    </footer>
  );
}
