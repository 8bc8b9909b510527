import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Upper ends of the classes, in seconds: what people do not notice, notice, and wait for. */
const bucket_seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/**
 * Counts and times every answer by the name of its operation, never by its path, in which ids and tokens stand. Pages are
 * one name, and so is what nobody declared.
 */
export function measureRequests(http: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'candour_request_seconds',
    help: 'How long requests took, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: bucket_seconds,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { declared, open } = request.routeOptions.config
    const operation = declared?.name ?? open ?? 'unknown'
    durations.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
}
