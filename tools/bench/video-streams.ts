/**
 * Ten uploads of 100 MB while fifty players fetch ranges of a video: what the server's process holds meanwhile. Flat:
 * its median of the last third is at most a tenth above that of the second, and its peak at most 150 MB above what it
 * held after one upload and one stream.
 *
 *   node tools/bench/video-streams.ts [uploads, 10] [streams, 50] [megabytes, 100]
 */
import { readFileSync } from 'node:fs'
import { contract } from '../../contract/index.ts'
import { uploadInOneRequest, largeVideo } from '../prove/interrupted-upload.ts'
import { openBenchApp, quantile } from './bench-app.ts'

const uploads = Number(process.argv[2] ?? 10)
const streams = Number(process.argv[3] ?? 50)
const megabytes = Number(process.argv[4] ?? 100)
const growth_max = 1.1
const peak_mb_max = 150
const sample_ms = 250
const range_bytes = 4 * 1024 * 1024

const world = await openBenchApp(4392)
const { address, staff } = world
const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${world.pid}/status`, 'utf8'))![1]) / 1024

const { bytes } = largeVideo(megabytes * 1024 * 1024)
const target = () => ({
  address,
  path: '/api/clinic/video-uploads',
  headers: { cookie: staff.cookie(), origin: address },
  bytes,
})

/** Fetches one range after the other, as players do, until told to stop; answers how many bytes came. */
async function streamVideo(url: string, isOver: () => boolean, from: number): Promise<number> {
  let came = 0
  for (let first = from; !isOver(); first = (first + range_bytes) % (bytes.length - range_bytes)) {
    const headers = { cookie: staff.cookie(), range: `bytes=${first}-${first + range_bytes - 1}` }
    const answer = await fetch(url, { headers })
    if (answer.status !== 206) throw new Error(`A range was refused: ${answer.status}`)
    for await (const part of answer.body!) came += (part as Uint8Array).byteLength
  }
  return came
}

try {
  const { uploadId } = await uploadInOneRequest(target())
  const { id: videoId } = await staff.call(contract.videos.finish, { uploadId })
  const { original } = await staff.call(contract.videos.addresses, { videoId })
  const url = address + original
  let turns = 0
  await streamVideo(url, () => turns++ > 10, 0)
  const before = residentMb()
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(residentMb()), sample_ms)
  let isOver = false
  const since = performance.now()
  const players = Array.from({ length: streams }, (_none, index) =>
    streamVideo(url, () => isOver, (index * range_bytes) % (bytes.length - range_bytes)),
  )
  await Promise.all(Array.from({ length: uploads }, () => uploadInOneRequest(target())))
  isOver = true
  const seconds = (performance.now() - since) / 1000
  const streamed = (await Promise.all(players)).reduce((sum, came) => sum + came, 0)
  clearInterval(sampler)
  const third = Math.floor(samples.length / 3)
  const median = (from: number) => quantile(samples.slice(from, from + third), 0.5)
  const growth = median(2 * third) / median(third)
  const peak = Math.max(...samples)
  const rounded = (value: number) => Math.round(value)
  const told = {
    ...{ uploads, streams, megabytes, seconds: rounded(seconds), streamedMb: rounded(streamed / 2 ** 20) },
    ...{
      beforeMb: rounded(before),
      secondThirdMb: rounded(median(third)),
      lastThirdMb: rounded(median(2 * third)),
    },
    ...{ peakMb: rounded(peak), growth: Number(growth.toFixed(3)) },
  }
  console.log(JSON.stringify(told, null, 2))
  if (growth > growth_max || peak - before > peak_mb_max) process.exitCode = 1
} finally {
  await world.close()
}
