import { it, beforeAll, afterAll } from 'vitest'
import { openWorld, type TestWorld } from '../../server/testing/test-world.ts'
let world: TestWorld
beforeAll(async () => { world = await openWorld() })
afterAll(async () => { await world?.close() })
it('probes', async () => {
  const d = world.a.as('dentist')
  for (const r of [
    { method: 'HEAD', url: '/api/clinic/patients' }, { method: 'GET', url: '/api/clinic/patients/' }, { method: 'GET', url: '/api/nothing' },
    { method: 'GET', url: '/API/clinic/patients' }, { method: 'GET', url: '/api/clinic/patients/%zz' }, { method: 'GET', url: '//api/clinic/patients' },
    { method: 'DELETE', url: '/api/clinic/patients' }, { method: 'OPTIONS', url: '/api/clinic/patients' },
    { method: 'GET', url: '/api/clinic/patients/a%2Fb' }, { method: 'GET', url: '/api/clinic/patients?page=1&page=2' },
    { method: 'POST', url: '/api/clinic/patients', payload: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { method: 'POST', url: '/api/clinic/patients', payload: '<x/>', headers: { 'content-type': 'application/xml' } },
    { method: 'POST', url: '/api/clinic/patients' },
    { method: 'GET', url: '/api/clinic/templates/' + 'x'.repeat(200) },
    { method: 'GET', url: '/api/clinic/templates/' + world.a.templateId.toUpperCase() },
    { method: 'POST', url: '/api/clinic/patients', payload: '{"__proto__":{"x":1},"firstName":"a","lastName":"b","dateOfBirth":"1980-01-01"}', headers: { 'content-type': 'application/json', 'idempotency-key':'abcdefghij' } },
    { method: 'GET', url: '/api/clinic/consents/' + world.a.id + '/documents/latest', },
  ] as const) {
    const a = await Promise.race([d.send(r as never), new Promise<never>((_, no) => setTimeout(() => no(new Error('hangs')), 3000))]).catch((e) => e)
    console.log(r.method, r.url.slice(0,60), a instanceof Error ? a.message : `${a.status} ${a.raw.toString().slice(0, 200)}`)
  }
  console.log(world.faults)
}, 60000)
