import { expect, test } from 'vitest'
import { merklePath, rootFromPath, merkleRoot } from './merkle-tree.ts'

const leaves = (count: number) => Array.from({ length: count }, (_, at) => `leaf ${at}`)

test.each([1, 2, 3, 5, 8, 13])(
  'of %i leaves each has its way to the root, and no other leaf has',
  async (count) => {
    const all = leaves(count)
    const root = await merkleRoot(all)
    for (const [place, leaf] of all.entries()) {
      const path = await merklePath(all, place)
      expect(await rootFromPath(leaf, path)).toBe(root)
      expect(await rootFromPath('another', path)).not.toBe(root)
    }
  },
)

test('another order or another number of leaves is another root', async () => {
  const roots = await Promise.all(
    [leaves(4), leaves(4).toReversed(), leaves(3), leaves(5), []].map((each) => merkleRoot(each)),
  )
  expect(new Set(roots).size).toBe(roots.length)
})

test('the root is the one of RFC 6962, so that any other program can find it', async () => {
  // Its own test vector: the tree over one empty leaf.
  expect(await merkleRoot([''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})
