/** The little that the tests' provider uses of a package that has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type OidcContext = {
    oidc: {
      result?: { login?: { accountId: string } }
      client?: { clientId: string }
      session?: { accountId?: string }
      params?: { scope?: string }
    }
  }

  export class Grant {
    constructor(of: { clientId: string | undefined; accountId: string | undefined })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: typeof Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id?: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string },
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }

  type Prompt = { checks: { add(check: Check): void } }
  type Check = object
  export const interactionPolicy: {
    Check: new (reason: string, description: string, check: (context: OidcContext) => boolean) => Check
    base(): { get(name: string): Prompt; remove(name: string): void }
  }
}
