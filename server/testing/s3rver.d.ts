/** As much of the package's interface as is used here; it ships no types. */
declare module '@20minutes/s3rver' {
  type Settings = {
    address: string
    port: number
    silent: boolean
    directory: string
    /** False: the bucket is part of the path alone. */
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }
  export default class S3rver {
    constructor(settings: Settings)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
