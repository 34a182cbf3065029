import { live } from './lifetime'

await live(async () => {
  const { startWorker } = await import('@/lib/jobs/worker')
  const worker = await startWorker()
  return () => worker.stop()
})
