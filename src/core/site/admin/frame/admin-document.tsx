import type { AdminModule } from '../../../../platform/admin/module.ts';
import { adminLoading } from '../../../../platform/messages/owner.ts';
import type { Assets } from '../../../../platform/web/assets.ts';
import type { PublicSite } from '../../api/site.ts';
import { Html } from '../../pages/document.tsx';
import { AdminFrame, type AnchorProps } from './admin-frame.tsx';

type Props = {
  site: PublicSite;
  modules: readonly AdminModule<PublicSite>[];
  assets: Assets;
  pathname: string;
  head: React.ReactNode;
};

/** The document of the admin area, a single-page application, before it has started. Its texts are in English. */
export function AdminDocument({ site, modules, assets, pathname, head }: Props) {
  const styles = assets.adminStyles.map((href) => <link key={href} rel="stylesheet" href={href} />);
  return (
    <Html
      site={site}
      assets={assets}
      head={
        <>
          {styles}
          {head}
        </>
      }
      script={assets.admin}
      signedIn
      language="en"
    >
      <div id="app">
        <AdminFrame site={site} modules={modules} pathname={pathname} Anchor={PlainLink}>
          <p className="admin-opening" role="status">
            {adminLoading}
          </p>
        </AdminFrame>
      </div>
    </Html>
  );
}

const PlainLink = ({ to, ...rest }: AnchorProps) => <a href={to} {...rest} />;
