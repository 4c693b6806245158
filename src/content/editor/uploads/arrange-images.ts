import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';

/** Moves the images with these sources below the first one's paragraph: into a gallery, or each into a paragraph of its own. */
export function arrangeImages(tr: Transaction, sources: readonly string[], asGallery: boolean): void {
  const { schema } = tr.doc.type;
  const images: { node: Node; position: number }[] = [];
  tr.doc.descendants((node, position) => {
    if (node.type.name === 'image' && sources.includes(node.attrs.src)) images.push({ node, position });
  });
  const [first] = images;
  if (!first) return;
  const blocks = asGallery
    ? [
        schema.node(
          'gallery',
          null,
          images.map(({ node }) => schema.node('figure', node.attrs)),
        ),
      ]
    : images.map(({ node }) => schema.node('paragraph', null, node));
  const [block] = blocks;
  const at = block && insertPoint(tr.doc, tr.doc.resolve(first.position).after(), block.type);
  if (typeof at !== 'number') return;
  tr.insert(at, blocks);
  for (const { position } of images) {
    const $image = tr.doc.resolve(tr.mapping.map(position));
    const isAlone = $image.parent.type.name === 'paragraph' && $image.parent.childCount === 1;
    if (isAlone) tr.delete($image.before(), $image.after());
    else tr.delete($image.pos, $image.pos + 1);
  }
}
