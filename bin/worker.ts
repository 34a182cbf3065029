import { live } from './lifetime'

await live(async () => {
  const { startWorker } = await import('@/lib/jobs/worker')
  const worker = startWorker()
  return () => worker.stop()
})
