//! The connection to the broker: address, credentials, streams, files.

use crate::FleetError;
use crate::names::{
    FILES_BUCKET, JOBS_STREAM, RESULT_STREAM, WORK_STREAM, job_subject, result_consumer_name,
    work_consumer,
};
use crate::wire::{JobEntry, from_bytes, to_bytes};
use alinea_jobs::Hash;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, object_store};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use futures_util::TryStreamExt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::time::sleep;

/// The oldest broker that has all that is needed.
const OLDEST: &str = "2.9.0";
/// Files of jobs that nobody asked for are forgotten after this time; coordinators bring them again.
const FILES_MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Longest wait for an answer of the broker.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long something that others make at the same moment may be refused.
const MAKE_WAIT: Duration = Duration::from_secs(2);

/// Where the broker is, and how to be let in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// `nats://HOST[:PORT]` or `tls://HOST[:PORT]`, without credentials.
    pub url: String,
    /// A file of credentials, as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// A token.
    pub token: Option<String>,
    /// A user and a password.
    pub user: Option<(String, String)>,
    /// A file with the certificates of authorities to trust.
    pub authority: Option<PathBuf>,
    /// Files with our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// The address that was typed, with credentials from the environment. Credentials in the address
    /// are refused: everybody on the machine can read a command line.
    pub fn from_env(url: &str) -> Result<Access, FleetError> {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        if rest.contains('@') {
            return Err(FleetError::Address(
                "expected an address without credentials (a command line can be read by others); \
                 give them by ALINEA_NATS_CREDS, see docs/fleet.md"
                    .to_owned(),
            ));
        }
        let known = ["nats", "tls"];
        if rest.is_empty() || !url.split_once("://").is_none_or(|(kind, _)| known.contains(&kind)) {
            return Err(FleetError::Address(format!(
                "expected an address as nats://HOST or tls://HOST, found '{url}'"
            )));
        }
        Access::from_words(url, &|name| std::env::var(name).ok())
    }

    fn from_words(url: &str, word: &dyn Fn(&str) -> Option<String>) -> Result<Access, FleetError> {
        let text = |name: &str| word(name).filter(|value| !value.is_empty());
        let path = |name: &str| text(name).map(PathBuf::from);
        // Half of a pair would be forgotten silently.
        let pair = |one: &str, other: &str| match (text(one), text(other)) {
            (Some(_), None) => Err(FleetError::Address(format!("{one} is set and {other} is not"))),
            (None, Some(_)) => Err(FleetError::Address(format!("{other} is set and {one} is not"))),
            (one, other) => Ok(one.zip(other)),
        };
        let certificate = pair("ALINEA_NATS_CERT", "ALINEA_NATS_KEY")?;
        Ok(Access {
            url: url.to_owned(),
            credentials: path("ALINEA_NATS_CREDS"),
            token: text("ALINEA_NATS_TOKEN"),
            user: pair("ALINEA_NATS_USER", "ALINEA_NATS_PASSWORD")?,
            authority: path("ALINEA_NATS_CA"),
            certificate: certificate.map(|(one, key)| (one.into(), key.into())),
        })
    }

    /// Files that cannot be read are named before anybody is called.
    fn check_files(&self) -> Result<(), FleetError> {
        let pair = self.certificate.iter().flat_map(|(certificate, key)| [certificate, key]);
        for path in self.authority.iter().chain(pair) {
            let file = std::fs::read(path);
            file.map_err(|error| FleetError::File(path.display().to_string(), error.to_string()))?;
        }
        Ok(())
    }
}

/// An open connection.
#[derive(Clone)]
pub(crate) struct Broker {
    pub(crate) client: Client,
    pub(crate) context: Context,
}

impl Broker {
    /// Connects and checks that the broker can do what is needed.
    pub(crate) async fn connect(access: &Access, name: &str) -> Result<Broker, FleetError> {
        access.check_files()?;
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .client_capacity(65_536)
            .subscription_capacity(65_536);
        if let Some(path) = &access.credentials {
            let refused = |error| FleetError::File(path.display().to_string(), format!("{error}"));
            options = options.credentials_file(path).await.map_err(refused)?;
        }
        if let Some(token) = &access.token {
            options = options.token(token.clone());
        }
        if let Some((user, password)) = &access.user {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(path) = &access.authority {
            options = options.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &access.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        if access.url.starts_with("tls://") {
            options = options.require_tls(true);
        }
        let url = &access.url;
        let client = options.connect(url.as_str()).await.map_err(|error| match error.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                FleetError::Credentials(url.clone())
            }
            kind => {
                let why = reasons(&error);
                // This client reports a certificate it does not believe as a failed read.
                match kind == ConnectErrorKind::Tls || why.contains("certificate") {
                    true => FleetError::NoTrust(url.clone(), why),
                    false => FleetError::NoBroker(url.clone(), why),
                }
            }
        })?;
        let info = client.server_info();
        if numbers(&info.version) < numbers(OLDEST) {
            return Err(FleetError::TooOld(url.clone(), info.version, OLDEST));
        }
        if !info.jetstream {
            return Err(FleetError::NoJetStream(url.clone()));
        }
        let mut context = async_nats::jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Broker { client, context })
    }

    /// Makes the streams and buckets that are not there: on a new broker, or on one that lost all.
    pub(crate) async fn ensure(&self) -> Result<(), FleetError> {
        self.stream(WORK_STREAM).await?;
        self.stream(RESULT_STREAM).await?;
        self.stream(JOBS_STREAM).await?;
        self.files().await.map(drop)
    }

    /// A work queue, where a message stays until it is acknowledged, or the list of jobs, where the
    /// last word on each counts.
    pub(crate) async fn stream(&self, name: &str) -> Result<Stream, FleetError> {
        let queue = Config {
            name: name.to_owned(),
            retention: RetentionPolicy::WorkQueue,
            duplicate_window: Duration::from_secs(120),
            ..Config::default()
        };
        let config = match name {
            WORK_STREAM => Config { subjects: vec!["alinea.work.>".to_owned()], ..queue },
            // Results that nobody fetches for so long belong to jobs that are over.
            RESULT_STREAM => Config {
                subjects: vec!["alinea.result.>".to_owned()],
                max_age: FILES_MAX_AGE,
                ..queue
            },
            _ => Config {
                subjects: vec![job_subject("*")],
                retention: RetentionPolicy::Limits,
                max_messages_per_subject: 1,
                ..queue
            },
        };
        let make = || async {
            let made = self.context.get_or_create_stream(config.clone()).await;
            made.map_err(FleetError::broker)
        };
        until_made(make).await
    }

    /// How many messages of a subject a stream holds.
    pub(crate) async fn count(&self, stream: &str, subject: &str) -> Result<usize, FleetError> {
        let stream = self.stream(stream).await?;
        let info = stream.info_with_subjects(subject).await.map_err(FleetError::broker)?;
        let subjects: Vec<(String, usize)> =
            info.try_collect().await.map_err(FleetError::broker)?;
        Ok(subjects.iter().map(|(_, count)| count).sum())
    }

    /// The queue that all workers of one program share.
    pub(crate) async fn work(
        &self,
        tag: &str,
        lease: Duration,
    ) -> Result<PullConsumer, FleetError> {
        let config = pull::Config {
            durable_name: Some(work_consumer(tag)),
            filter_subject: format!("alinea.work.{tag}.>"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            max_ack_pending: 1_000_000,
            max_waiting: 20_000,
            ..pull::Config::default()
        };
        let stream = self.stream(WORK_STREAM).await?;
        stream.get_or_create_consumer(&work_consumer(tag), config).await.map_err(FleetError::broker)
    }

    /// What the fleet knows of a job.
    pub(crate) async fn job(&self, name: &str) -> Result<Option<JobEntry>, FleetError> {
        let stream = self.stream(JOBS_STREAM).await?;
        match stream.get_last_raw_message_by_subject(&job_subject(name)).await {
            Ok(message) => Ok(from_bytes(&message.payload)),
            Err(error) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                _ => Err(FleetError::broker(error)),
            },
        }
    }

    /// All jobs.
    pub(crate) async fn all_jobs(&self) -> Result<BTreeMap<String, JobEntry>, FleetError> {
        let stream = self.stream(JOBS_STREAM).await?;
        let info = stream.info_with_subjects(job_subject("*")).await.map_err(FleetError::broker)?;
        let subjects: Vec<(String, usize)> =
            info.try_collect().await.map_err(FleetError::broker)?;
        let mut jobs = BTreeMap::new();
        for (subject, _) in subjects {
            let name = subject.rsplit('.').next().unwrap_or_default();
            if let Some(entry) = self.job(name).await? {
                jobs.insert(name.to_owned(), entry);
            }
        }
        Ok(jobs)
    }

    /// Writes a job down.
    pub(crate) async fn put_job(&self, name: &str, entry: &JobEntry) -> Result<(), FleetError> {
        let put = self.context.publish(job_subject(name), to_bytes(entry).into()).await;
        put.map_err(FleetError::broker)?.await.map(drop).map_err(FleetError::broker)
    }

    /// Forgets a job: its units, its results, its name.
    pub(crate) async fn forget(&self, name: &str) -> Result<(), FleetError> {
        let work = self.stream(WORK_STREAM).await?;
        let purge = work.purge().filter(format!("alinea.work.*.{name}.>")).await;
        purge.map_err(FleetError::broker)?;
        let results = self.stream(RESULT_STREAM).await?;
        let purge = results.purge().filter(format!("alinea.result.{name}.>")).await;
        purge.map_err(FleetError::broker)?;
        // It may be gone already.
        let _ = results.delete_consumer(&result_consumer_name(name)).await;
        let jobs = self.stream(JOBS_STREAM).await?;
        let purge = jobs.purge().filter(job_subject(name)).await;
        purge.map(drop).map_err(FleetError::broker)
    }

    async fn files(&self) -> Result<object_store::ObjectStore, FleetError> {
        let make = || async {
            if let Ok(store) = self.context.get_object_store(FILES_BUCKET).await {
                return Ok(store);
            }
            let config = object_store::Config {
                bucket: FILES_BUCKET.to_owned(),
                max_age: FILES_MAX_AGE,
                ..object_store::Config::default()
            };
            self.context.create_object_store(config).await.map_err(FleetError::broker)
        };
        until_made(make).await
    }

    /// Brings a file to the fleet, unless it is there.
    pub(crate) async fn put_file(&self, hash: &Hash, bytes: &[u8]) -> Result<(), FleetError> {
        let store = self.files().await?;
        if store.info(hash.as_str()).await.is_ok() {
            return Ok(());
        }
        let mut reader = bytes;
        store.put(hash.as_str(), &mut reader).await.map(drop).map_err(FleetError::broker)
    }

    /// A file of the fleet, checked against its hash.
    pub(crate) async fn get_file(&self, hash: &Hash) -> Result<Vec<u8>, FleetError> {
        let store = self.files().await?;
        let mut object = store.get(hash.as_str()).await.map_err(FleetError::broker)?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(FleetError::broker)?;
        if alinea_jobs::sha256(&bytes) == *hash {
            Ok(bytes)
        } else {
            Err(FleetError::Broker(format!("the file {hash} has other bytes than its name says")))
        }
    }
}

/// Makes something of the broker. Two that make the same at the same moment can be told that their
/// subjects overlap; soon after it is there. A broker that does not answer is not asked again.
async fn until_made<T, F>(make: impl Fn() -> F) -> Result<T, FleetError>
where
    F: Future<Output = Result<T, FleetError>>,
{
    let begun = Instant::now();
    loop {
        match make().await {
            Err(_) if begun.elapsed() < MAKE_WAIT => sleep(Duration::from_millis(50)).await,
            made => return made,
        }
    }
}

/// An error with what is behind it, as far as that says more.
fn reasons(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        next = error.source();
    }
    text
}

/// `2.9.10` as numbers, so that 2.10 is newer than 2.9.
fn numbers(version: &str) -> Vec<u64> {
    version.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("2.9.10") > numbers(OLDEST));
        assert!(numbers("2.10.0-beta.1") > numbers(OLDEST));
        assert!(numbers("2.8.4") < numbers(OLDEST));
    }

    #[test]
    fn credentials_do_not_belong_into_an_address() {
        for bad in ["nats://me:secret@host", "me@host", "http://host", "nats://"] {
            assert!(matches!(Access::from_env(bad), Err(FleetError::Address(_))), "{bad}");
        }
        assert_eq!(Access::from_env("nats://host:4222").unwrap().url, "nats://host:4222");
        assert!(Access::from_env("localhost").is_ok());
    }

    #[test]
    fn half_of_a_pair_is_not_forgotten() {
        let from = |words: &[(&str, &str)]| {
            let found = |name: &str| words.iter().find(|word| word.0 == name);
            Access::from_words("nats://host", &|name| found(name).map(|word| word.1.to_owned()))
        };
        let half = from(&[("ALINEA_NATS_USER", "me")]).unwrap_err().to_string();
        assert_eq!(half, "ALINEA_NATS_USER is set and ALINEA_NATS_PASSWORD is not");
        let half = from(&[("ALINEA_NATS_CERT", ""), ("ALINEA_NATS_KEY", "k")]);
        assert_eq!(
            half.unwrap_err().to_string(),
            "ALINEA_NATS_KEY is set and ALINEA_NATS_CERT is not"
        );
        let whole = from(&[("ALINEA_NATS_USER", "me"), ("ALINEA_NATS_PASSWORD", "p")]).unwrap();
        assert_eq!(whole.user, Some(("me".to_owned(), "p".to_owned())));
    }
}
