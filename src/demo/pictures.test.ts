import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawScene, sceneNames } from './pictures.ts';

describe('drawScene', () => {
  test.each(sceneNames)('draws %s from its seed alone', (scene) => {
    expect(drawScene(scene, 7)).toBe(drawScene(scene, 7));
    expect(drawScene(scene, 7)).not.toBe(drawScene(scene, 8));
  });

  test.each(sceneNames)('draws %s without text, scripts or anything from elsewhere', (scene) => {
    const svg = drawScene(scene, 1);
    expect(svg).not.toMatch(/<(?:text|script|image|foreignObject|style)\b/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    for (const [, address] of svg.matchAll(/(?:href="|url\()([^")]*)/g)) expect(address).toMatch(/^#/);
  });

  test.each(sceneNames)('refers in %s only to what it defines, once', (scene) => {
    const svg = drawScene(scene, 2);
    const defined = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(defined).size).toBe(defined.length);
    for (const [, id] of svg.matchAll(/(?:href="|url\()#([^")]+)/g)) expect(defined).toContain(id);
  });

  test.each(sceneNames)('gives %s a picture that covers the whole canvas', async (scene) => {
    const { data, info } = await sharp(Buffer.from(drawScene(scene, 0, 300, 200)))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([300, 200]);
    let transparent = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) transparent++;
    expect(transparent).toBe(0);
    const { entropy } = await sharp(data, { raw: info }).stats();
    expect(entropy).toBeGreaterThan(1.5);
  });

  test('is 2000 by 1333 unless told otherwise', () => {
    expect(drawScene('tea', 0)).toContain('width="2000" height="1333"');
  });
});
