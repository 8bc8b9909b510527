import { openHttpsPeer, type HttpsPeer, type PeerAnswer, type PeerRequest } from './https-peer.ts'

type OpenDentalRecord = Record<string, string | number>

export type MockOpenDental = HttpsPeer & {
  key: string
  patients: OpenDentalRecord[]
  providers: OpenDentalRecord[]
  appointments: OpenDentalRecord[]
  asked: string[]
}

const page_size = 100

function pageOf(rows: readonly OpenDentalRecord[], query: URLSearchParams): PeerAnswer {
  const [stamp, from, to] = [query.get('DateTStamp'), query.get('dateStart'), query.get('dateEnd')]
  const offset = Number(query.get('Offset') ?? 0)
  const found = rows.filter(
    (row) =>
      (stamp === null || String(row['DateTStamp']) > stamp) &&
      (from === null || String(row['AptDateTime']) >= from) &&
      (to === null || String(row['AptDateTime']) <= to),
  )
  const limit = Math.min(Number(query.get('Limit') ?? page_size), page_size)
  return { status: 200, body: found.slice(offset, offset + limit) }
}

/** A server that answers as Open Dental's API specification says, on records that a test gives it. */
export async function openMockOpenDental(key = 'developer0001/customer0002'): Promise<MockOpenDental> {
  const peer = await openHttpsPeer((request) => answer(request))
  const mock: MockOpenDental = { ...peer, key, patients: [], providers: [], appointments: [], asked: [] }

  function answer({ url, headers }: PeerRequest): PeerAnswer {
    mock.asked.push(`${url.pathname}${url.search}`)
    if (headers['authorization'] !== `ODFHIR ${mock.key}`) return { status: 401, body: 'Unauthorized' }
    const lists: Record<string, OpenDentalRecord[]> = {
      '/patients/Simple': mock.patients,
      '/providers': mock.providers,
      '/appointments': mock.appointments,
    }
    const rows = lists[url.pathname]
    return rows ? pageOf(rows, url.searchParams) : { status: 404, body: 'Not found' }
  }

  return mock
}
