import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { openOidcClient, type OidcConnection, type OidcRequest } from './oidc-client.ts'
import { openSamlClient, type SamlConnection, type SamlRequest, type ServiceProvider } from './saml-client.ts'
import type { ProviderPerson } from './single-sign-on-rules.ts'
import type { Connection } from './single-sign-on-store.ts'

/** What is kept of a sign-in while somebody is away, whichever protocol the provider speaks. */
export type ProviderRequest = OidcRequest | SamlRequest

const secretPurpose = 'single-sign-on'

/** The connection of a practice or of a group, as its provider is asked. */
export type ProviderConnection = Pick<
  Connection,
  'id' | 'protocol' | 'issuer' | 'clientId' | 'secret' | 'signInAddress' | 'certificates' | 'groupClaim'
> & {
  /** The practice or the group. */
  ownerId: string
}

/** The client secret as it is kept. */
export const wrapClientSecret = (keyring: Keyring, secret: string): string =>
  keyring.wrap(secretPurpose, Buffer.from(secret))

/** Where an OpenID Connect provider sends people back to: each connection has an address of its own, so that no provider answers for another. */
export const redirectUrlOf = (address: string, { id }: Pick<Connection, 'id'>): string =>
  `${address}/api/sign-in/single-sign-on/callback/${id}`

/** Who a practice or a group is to its SAML provider: known before there is a connection, since many providers ask for it first. */
export function serviceProviderOf(
  address: string,
  { ownerId }: Pick<ProviderConnection, 'ownerId'>,
): ServiceProvider {
  const base = `${address}/api/sign-in/single-sign-on/saml/${ownerId}`
  return { entityId: `${base}/metadata`, responseUrl: `${base}/response` }
}

type ClientDeps = {
  address: string
  keyring: Keyring
  clock: Clock
  outside: Pick<OutboundHttp, 'fetch'>
}

/** The provider of a practice or a group, by the protocol that its connection speaks. */
export function openProviderClient({ address, keyring, clock, outside }: ClientDeps) {
  const oidc = openOidcClient(outside)
  const saml = openSamlClient(() => clock.now())

  // That a connection has what its protocol needs is a rule of its table.
  const oidcConnectionOf = (connection: ProviderConnection): OidcConnection => ({
    issuer: connection.issuer,
    clientId: connection.clientId!,
    clientSecret: Buffer.from(keyring.unwrap(secretPurpose, connection.secret!)).toString('utf8'),
    groupClaim: connection.groupClaim,
    redirectUrl: redirectUrlOf(address, connection),
  })
  const samlConnectionOf = (connection: ProviderConnection): SamlConnection => ({
    ...serviceProviderOf(address, connection),
    issuer: connection.issuer,
    signInAddress: connection.signInAddress!,
    certificates: connection.certificates!,
    groupClaim: connection.groupClaim,
  })

  return {
    /** Whether the provider can be asked: null, or what is wrong. */
    async check(connection: ProviderConnection): Promise<string | null> {
      return connection.protocol === 'saml'
        ? saml.check(samlConnectionOf(connection))
        : oidc.check(oidcConnectionOf(connection))
    },

    /** Where to send somebody, and what their answer must prove. */
    start(
      connection: ProviderConnection,
      loginHint: string | null,
    ): Promise<{ url: string; request: ProviderRequest }> {
      return connection.protocol === 'saml'
        ? saml.start(samlConnectionOf(connection))
        : oidc.start(oidcConnectionOf(connection), loginHint)
    },

    /** Who came back with this answer: a query, or the response that was posted. Throws `ProviderError` for anybody else. */
    complete(
      connection: ProviderConnection,
      request: ProviderRequest,
      answer: URLSearchParams,
    ): Promise<ProviderPerson> {
      return 'requestId' in request
        ? saml.complete(samlConnectionOf(connection), request, answer.get('SAMLResponse') ?? '')
        : oidc.complete(oidcConnectionOf(connection), request, answer)
    },
  }
}

export type ProviderClient = ReturnType<typeof openProviderClient>
