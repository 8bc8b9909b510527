CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("at");--> statement-breakpoint
CREATE POLICY "job" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "candour_job" USING (at < now() - interval '30 days');--> statement-breakpoint
grant select (at), delete on idempotency_keys to candour_job;
