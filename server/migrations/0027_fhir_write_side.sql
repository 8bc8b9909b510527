-- What programs write and ask for by FHIR: appointments to read, and subscriptions that wait for somebody of the practice.
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_status";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "subscription" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "event_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_requested_by_api_keys_clinic_id_id_fk" FOREIGN KEY ("clinic_id","requested_by") REFERENCES "public"."api_keys"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_changed" ON "appointments" USING btree ("clinic_id","updated_at","id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_subscription" CHECK ((requested_by is null) = (subscription is null));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_approved" CHECK (status not in ('active', 'disabled') or requested_by is null or approved_at is not null);--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_status" CHECK (status in ('requested', 'active', 'disabled', 'removed'));--> statement-breakpoint
-- Of appointments what the board shows of time and people; of whoever treats, the number of the regulator.
grant select (clinic_id, id, version, patient_id, clinician_id, starts_at, minutes, room, reason, status, started_at,
  created_at, updated_at) on appointments to candour_integration;--> statement-breakpoint
grant select (gdc_number) on staff to candour_integration;
--> statement-breakpoint
-- Who asked for a webhook, and who switched it on, is written with it; how far a subscription has counted, as it is told.
grant update (requested_by, subscription, approved_at, event_count, version, updated_at) on webhooks to candour_clinic;--> statement-breakpoint
grant update (sequence) on webhook_deliveries to candour_clinic;
