import { bytesOf, fromHex, hexDigest, join, type HashName } from './bytes.ts'

/** A neighbour on the way from a leaf to the root, and on which side it stands. */
export type MerklePathStep = { side: 'left' | 'right'; hash: string }

// As in RFC 6962: a leaf can never be taken for an inner node.
const leafHash = (text: string, hash: HashName): Promise<string> =>
  hexDigest(join([Uint8Array.of(0), bytesOf(text)]), hash)
const nodeHash = (left: string, right: string, hash: HashName): Promise<string> =>
  hexDigest(
    join([Uint8Array.of(1), fromHex(left) ?? new Uint8Array(), fromHex(right) ?? new Uint8Array()]),
    hash,
  )

/** The levels of the tree over these texts, leaves first; the last of an odd level goes up as it is. */
async function merkleLevels(leaves: readonly string[], hash: HashName): Promise<string[][]> {
  const levels = [await Promise.all(leaves.map((leaf) => leafHash(leaf, hash)))]
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!
    const pairs = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) =>
      below.slice(at * 2, at * 2 + 2),
    )
    levels.push(
      await Promise.all(
        pairs.map(async ([left, right]) => (right === undefined ? left! : nodeHash(left!, right, hash))),
      ),
    )
  }
  return levels
}

/** The root over these texts in their order; of none it is the hash of nothing. */
export const merkleRoot = async (leaves: readonly string[], hash: HashName = 'SHA-256'): Promise<string> =>
  leaves.length === 0 ? hexDigest('', hash) : (await merkleLevels(leaves, hash)).at(-1)![0]!

/** The way from one of the texts to the root. */
export async function merklePath(
  leaves: readonly string[],
  place: number,
  hash: HashName = 'SHA-256',
): Promise<MerklePathStep[]> {
  const steps: MerklePathStep[] = []
  let at = place
  for (const level of (await merkleLevels(leaves, hash)).slice(0, -1)) {
    const [neighbour, side] =
      at % 2 === 0 ? [level[at + 1], 'right' as const] : [level[at - 1], 'left' as const]
    if (neighbour !== undefined) steps.push({ side, hash: neighbour })
    at = Math.floor(at / 2)
  }
  return steps
}

/** Where the way from this text ends: the root, if the text is one of the tree's. */
export async function rootFromPath(
  leaf: string,
  path: readonly MerklePathStep[],
  hash: HashName = 'SHA-256',
): Promise<string> {
  let reached = await leafHash(leaf, hash)
  for (const step of path)
    reached = await (step.side === 'left'
      ? nodeHash(step.hash, reached, hash)
      : nodeHash(reached, step.hash, hash))
  return reached
}
