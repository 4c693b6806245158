import { FooterParts } from '../../../platform/web/slots.tsx';
import type { MenuItem } from '../api/menu.ts';
import type { PublicSite } from '../api/site.ts';
import { FooterMenu } from './menu.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

type Props = { site: PublicSite; menu: readonly MenuItem[]; path: string };

export function SiteFooter({ site, menu, path }: Props) {
  return (
    <footer className="site-footer">
      {site.thank_you_line && (
        <p className="thanks" dir="auto">
          {site.thank_you_line}
        </p>
      )}
      <ul className="footer-links">
        {site.fan_site_url && (
          <li>
            <a href={site.fan_site_url} dir="auto">
              {site.fan_site_label || site.fan_site_url}
            </a>
          </li>
        )}
        {site.contact_email && (
          <li>
            <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>
          </li>
        )}
        <FooterMenu items={menu} path={path} />
      </ul>
      {site.footer_text && (
        <div
          className="footer-text"
          dir="auto"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when saved
          dangerouslySetInnerHTML={{ __html: site.footer_text }}
        />
      )}
      <FooterParts path={path} />
      <SchemeSwitch />
    </footer>
  );
}
