import type { PostStatus } from '../../items.ts';
import { type Fields, field } from './fields.ts';

/** Types of WordPress itself and of common plugins that are no content of a blog, with the reason why. */
const reasons: Record<string, string> = {
  nav_menu_item: 'Menus are not taken over; the admin area has a menu of its own.',
  revision: 'Earlier versions of a post are not taken over.',
  wp_block: 'A reusable block; it was inserted into the posts that show it.',
  custom_css: 'The style sheet of a theme is not taken over.',
  customize_changeset: 'Settings of a theme are not taken over.',
  oembed_cache: 'A cached preview; it is made again.',
  user_request: 'A request for personal data is not content.',
  feedback: 'An answer to a form is not content.',
  flamingo_inbound: 'An answer to a form is not content.',
  shop_order: 'Orders are not content of a blog.',
  shop_coupon: 'Coupons are not content of a blog.',
};
const settings =
  /^(?:wp_(?:template|template_part|global_styles|navigation|font_family|font_face)|acf-|elementor_library|elementor_|et_pb_layout|fl-builder-template|wpcf7_contact_form|wpforms|ninja_|nf_sub|mc4wp-form|scheduled-action|amn_|jp_|jetpack_|vc_grid_item|wpcode|is_search_form|ml-slider|ml-slide|spucpt|tablepress_table|product_variation|shop_|edd_|give_|wpdiscuz|popup|sidebar|brizy-|oceanwp_|astra-|kadence_|fusion_|avada_|slide_|schema|mailpoet_|ngg_|displayed_gallery|gal_display_source|lightbox_library|display_type|attachment_)/;

/** Why an item has no place here; null when it has. */
export function leftOutType(type: string, fields: Fields): string | null {
  if (type === 'post' || type === 'page' || type === 'attachment') return null;
  if (Object.hasOwn(reasons, type)) return reasons[type] ?? null;
  if (settings.test(type)) return `Settings of a theme or plugin (${type}) are not taken over.`;
  const content = fields.get('content:encoded')?.trim() ?? '';
  return content === '' ? `An item of the type "${type}" without content.` : null;
}

type Status = { status: PostStatus; remarks: string[] } | { leftOut: string };

export function statusOf(fields: Fields): Status {
  const status = field(fields, 'wp:status');
  if (status === 'trash') return { leftOut: 'It was in the trash.' };
  if (status === 'auto-draft') return { leftOut: 'An empty draft that the editor made by itself.' };
  const as = (status: PostStatus, ...remarks: string[]): Status => ({ status, remarks });
  if (field(fields, 'wp:post_password') && status !== 'draft')
    return as('private', 'It was protected by a password, which is not taken over, and is inactive here.');
  const missing = ['wp:status', 'wp:post_type'].find((name) => !field(fields, name));
  if (missing) return as('draft', `The export does not name its ${missing}, so it is a draft here.`);
  if (/^(?:publish|inherit|future)$/.test(status)) return as('public');
  if (status === 'private') return as('private', 'It was private and is inactive here.');
  if (status === 'draft') return as('draft');
  if (status === 'pending') return as('draft', 'It waited for review and is a draft here.');
  return as('draft', `It had the status "${status}" and is a draft here.`);
}
