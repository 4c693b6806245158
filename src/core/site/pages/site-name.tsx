import { classNames } from '../../../platform/web/class-names.ts';
import type { PublicSite, SiteImage } from '../api/site.ts';

/** The logo and the name of the site, or the logo alone, which then says the name. */
export function SiteName({ site }: { site: PublicSite }) {
  const { logo, logo_dark: dark } = site.images;
  const showsName = !logo || !(site.logo_replaces_name || isWordmark(logo));
  const alt = showsName ? '' : site.site_name;
  return (
    <>
      {logo && (
        <Logo
          image={logo}
          alt={alt}
          className={dark ? 'on-light' : logo.needs_plate ? 'on-plate' : undefined}
        />
      )}
      {logo && dark && <Logo image={dark} alt={alt} className="on-dark" />}
      {showsName && <bdi>{site.site_name}</bdi>}
    </>
  );
}

/** A logo that is this wide has the name in it, which then need not be beside it. */
const isWordmark = ({ width, height }: SiteImage): boolean => width >= 3 * height;

function Logo({ image, alt, className }: { image: SiteImage; alt: string; className?: string | undefined }) {
  const { file_path, width, height } = image;
  return (
    <img
      className={classNames('site-logo', className)}
      src={file_path}
      width={width}
      height={height}
      alt={alt}
      // The one that the color scheme hides is not loaded.
      loading={className === 'on-dark' ? 'lazy' : undefined}
    />
  );
}

export function Tagline({ site }: { site: PublicSite }) {
  return (
    site.tagline && (
      <p className="tagline" dir="auto">
        {site.tagline}
      </p>
    )
  );
}
