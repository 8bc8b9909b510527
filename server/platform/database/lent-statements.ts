import type pg from 'pg'
import type { Pooler } from './database-login.ts'

type Query = (config: unknown, ...rest: unknown[]) => unknown
type Statement = { text?: unknown; name?: unknown }

/** A plan from before a table was changed, which PostgreSQL refuses. */
export function isStalePlan(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message.includes('cached plan must not change result type')) return true
  return false
}

/** How statements that have a name are sent to a pooler. */
export type LentStatements = {
  /** Lets a connection send them so. */
  follow(client: pg.ClientBase): void
  /** Every text is another from now on, so that nobody is lent a plan that was made for it before. */
  renew(): void
}

/**
 * Without their names where the pooler keeps none. One that does keeps them by their text on its own connections to the
 * server, for everybody and for as long as those live: a connection of ours that is thrown away takes no plan with it.
 */
export function openLentStatements({ keepsPrepared }: Pooler): LentStatements {
  let generation = 0

  function asSent<S extends Statement>(asked: S): S {
    if (!keepsPrepared) return { ...asked, name: undefined }
    if (generation === 0) return asked
    return {
      ...asked,
      name: `${String(asked.name)}_${generation}`,
      text: `${String(asked.text)} /* ${generation} */`,
    }
  }

  return {
    follow(client) {
      const own = client as unknown as { query: Query }
      const query = own.query.bind(client)
      own.query = (config, ...rest) => {
        const { name, text } = (typeof config === 'string' ? {} : config) as Statement
        const isNamed = typeof name === 'string' && typeof text === 'string'
        return query(isNamed ? asSent(config as Statement) : config, ...rest)
      }
    },
    renew() {
      generation += 1
    },
  }
}
