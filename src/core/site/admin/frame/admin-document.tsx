import type { AdminModule } from '../../../../platform/admin/module.ts';
import { adminLoading } from '../../../../platform/messages/owner.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { Assets } from '../../../../platform/web/assets.ts';
import type { PublicSite } from '../../api/site.ts';
import { Html } from '../../pages/document.tsx';
import { AdminFrame, type AnchorProps } from './admin-frame.tsx';

type Props = {
  site: PublicSite;
  modules: readonly AdminModule<PublicSite>[];
  language: string;
  assets: Assets;
  pathname: string;
  head: React.ReactNode;
};

/** The document of the admin area, a single-page application, before it has started. */
export function AdminDocument({ site, modules, language, assets, pathname, head }: Props) {
  const styles = assets.adminStyles.map((href) => <link key={href} rel="stylesheet" href={href} />);
  // Module scripts run in their order: this one provides the texts before that of the admin area uses them.
  const script = assets.adminLanguage(language);
  return (
    <Html
      site={site}
      assets={assets}
      head={
        <>
          {styles}
          {assets.adminImports.map((href) => (
            <link key={href} rel="modulepreload" href={href} />
          ))}
          {script && <script type="module" src={script} />}
          {head}
        </>
      }
      script={assets.admin}
      signedIn
      language={language}
    >
      <div id="app">
        <AdminFrame site={site} modules={modules} pathname={pathname} Anchor={PlainLink}>
          <p className="admin-opening" role="status">
            {t(adminLoading)}
          </p>
        </AdminFrame>
      </div>
    </Html>
  );
}

const PlainLink = ({ to, ...rest }: AnchorProps) => <a href={to} {...rest} />;
