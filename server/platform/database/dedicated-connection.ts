import pg from 'pg'

/**
 * Works with a connection of its own, and ends it whatever happens. One that is lost between two queries, because the
 * database went down, ends nothing but the work: the next query says so. Without a listener it would end the process.
 */
export async function withDedicatedConnection<T>(
  login: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(login)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
