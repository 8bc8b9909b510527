import type { VideoAsset } from '../../../contract/videos.ts'
import { api, type Api } from '../../api.ts'

/** Whose videos a screen is about: a practice's beside the platform's, or the platform's for super administrators. */
export type VideoSide = 'clinic' | 'admin'

export type VideoOperations = Api['videos']

export const videoOperations = (side: VideoSide): VideoOperations =>
  side === 'admin' ? api.adminVideos : api.videos

/** Where uploads are begun. */
export const uploadEndpoint = (side: VideoSide): string => `/api/${side}/video-uploads`

export type Video = VideoAsset
export type VideoAddresses = Awaited<ReturnType<VideoOperations['addresses']>>
export type VideoUsage = Awaited<ReturnType<VideoOperations['usage']>>
