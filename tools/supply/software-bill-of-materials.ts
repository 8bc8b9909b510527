import type { LockedPackage } from './locked-packages.ts'

/** `pkg:npm/%40scope/name@1.0.0`, as package URLs write it. */
const purlOf = ({ name, version }: LockedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** `sha512-…` of the lockfile, in hexadecimal. */
function hashesOf({ integrity }: LockedPackage) {
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

/** One licence by its id; several, or one of them, as an expression. */
const licensesOf = ({ license }: LockedPackage) =>
  license === null ? [] : [/[( ]/.test(license) ? { expression: license } : { license: { id: license } }]

/** CycloneDX's words for whether a component is there when the product runs. */
const scopes = { product: 'required', 'product-if-there': 'optional', development: 'excluded' } as const

/** The bill of materials as CycloneDX 1.6 tells it: what the product runs with, and what only builds and tests it. */
export function buildSbom(product: { name: string; version: string }, packages: readonly LockedPackage[]) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': purlOf(one),
      name: one.name,
      version: one.version,
      scope: scopes[one.neededFor],
      purl: purlOf(one),
      licenses: licensesOf(one),
      hashes: hashesOf(one),
    })),
  }
}
