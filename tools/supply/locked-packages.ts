import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type LockedEntry = {
  version: string
  license?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}

/** One package as the lockfile holds it; `license` is an SPDX expression, or null where nobody tells. */
export type LockedPackage = {
  name: string
  version: string
  license: string | null
  integrity: string | null
  hasInstallScript: boolean
  /** As npm says who asks for it: what the product cannot do without, what it can, or what only builds and tests it. */
  neededFor: 'product' | 'product-if-there' | 'development'
  /** One of several that do the same on different systems: done without where it is not for this one. */
  isForOneSystem: boolean
}

const root = path.join(import.meta.dirname, '../..')

/** Packages for one system, which their parent brings in the same release under the same licence. */
const platformBinary =
  /-(?:android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|wasm32)\b.*$/

/** `@oxlint/binding-linux-x64-gnu` belongs to `oxlint`. */
const parentPackageOf = (place: string) =>
  place.replace(platformBinary, '').replace(/@([^/]+)\/(?:binding|darwin|linux|win32)\b[^/]*$/, '$1')

/** Told in its pages and not in its package.json, or there by no SPDX name. */
const licencesStatedElsewhere: Record<string, string> = {
  'combine-errors': 'MIT',
  'humanize-number': 'MIT',
  'xml-escape': 'MIT',
}

type StatedLicense = string | { type?: string }

/** The licence that an installed package states; older ones wrote it as an object, or several as a list. */
function statedLicense(place: string): string | null {
  const file = path.join(root, place, 'package.json')
  if (!existsSync(file)) return null
  const said = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: StatedLicense
    licenses?: StatedLicense[]
  }
  const all = said.license ? [said.license] : (said.licenses ?? [])
  return all.map((one) => (typeof one === 'string' ? one : one.type)).join(' OR ') || null
}

/** `devOptional` is what both tests and something optional of the product ask for: it may well be there where that runs. */
export function dependencyScopeOf({
  dev,
  optional,
  devOptional,
}: Pick<LockedEntry, 'dev' | 'optional' | 'devOptional'>): LockedPackage['neededFor'] {
  if (dev) return 'development'
  return optional || devOptional ? 'product-if-there' : 'product'
}

/** Every package of the lockfile, each version once, in the order of their names. */
export function readLockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedEntry>
  }
  const places = Object.entries(lock.packages).filter(([place, { link }]) => place !== '' && !link)
  const licenseOf = (place: string) => lock.packages[place]?.license ?? statedLicense(place)
  const found = places.map(([place, entry]): LockedPackage => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return {
      name,
      version: entry.version,
      license: licencesStatedElsewhere[name] ?? licenseOf(place) ?? licenseOf(parentPackageOf(place)) ?? null,
      integrity: entry.integrity ?? null,
      hasInstallScript: entry.hasInstallScript ?? false,
      neededFor: dependencyScopeOf(entry),
      isForOneSystem: Boolean(entry.optional) && Boolean(entry.os ?? entry.cpu),
    }
  })
  const once = new Map(found.map((one) => [`${one.name}@${one.version}`, one]))
  return [...once.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}
