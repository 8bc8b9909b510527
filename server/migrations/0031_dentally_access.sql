-- What opens a practice system is a key, or what was granted on its own sign-in page and is renewed.
ALTER TABLE "practice_systems" DROP CONSTRAINT "practice_systems_problem";--> statement-breakpoint
ALTER TABLE "practice_systems" ADD COLUMN "credential" text DEFAULT 'key' NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD COLUMN "token_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD COLUMN "renewal_id" uuid;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD COLUMN "renewal_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD CONSTRAINT "practice_systems_credential" CHECK (credential in ('key', 'grant'));--> statement-breakpoint
ALTER TABLE "practice_systems" ADD CONSTRAINT "practice_systems_problem" CHECK (problem in ('key-rejected', 'access-ended', 'not-permitted', 'other-account', 'redirected', 'rate-limited', 'unavailable', 'unexpected-answer'));--> statement-breakpoint
grant update (credential, token_ends_at, renewal_id, renewal_until) on practice_systems to candour_clinic;
