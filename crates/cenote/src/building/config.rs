//! Settings of a pool as text: from a URL, from the environment, or from a file through serde.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use crate::building::builder::{Builder, IdleOrder};
use crate::building::config_error::ConfigError;
use crate::building::config_text::span;
use crate::building::manager::Manager;
use crate::pool::Pool;

/// Settings of a pool that were read as text. What is not said keeps its default.
///
/// | key | value |
/// |---|---|
/// | `max`, `min` | a number |
/// | `acquire_timeout`, `create_timeout`, `check_timeout` | a time, or `none` |
/// | `cleanup_timeout`, `leak_threshold` | a time |
/// | `max_lifetime`, `idle_timeout`, `check_interval` | a time, or `none` |
/// | `max_waiters`, `max_creating` | a number, or `none` |
/// | `idle_order` | `fifo` or `lifo` |
/// | `name` | text |
///
/// A time is a number with `ms`, `s`, `m` or `h`: `250ms`, `3s`, `1.5h`. A plain number is in seconds. Each key is the method
/// of [`Builder`] of the same name.
///
/// There are three ways to such settings, which can be mixed: a URL ([`from_url`](Self::from_url)), environment variables
/// ([`from_env`](Self::from_env)), and serde, for files in TOML, JSON or YAML:
///
/// ```
/// # struct Numbers;
/// # impl cenote::Manager for Numbers {
/// #     type Resource = u32;
/// #     type Error = std::io::Error;
/// #     async fn create(&self) -> std::io::Result<u32> { Ok(1) }
/// # }
/// use cenote::{Config, Pool};
///
/// #[derive(serde::Deserialize)]
/// struct Settings {
///     listen: String,
///     pool: Config,
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = r#"{"listen": "0.0.0.0:80", "pool": {"max": 20, "acquire_timeout": "3s", "idle_timeout": null}}"#;
/// let settings: Settings = serde_json::from_str(file)?;
/// let pool = Pool::builder(Numbers).config(&settings.pool).build()?;
/// assert_eq!(pool.stats().max, 20);
/// # let _ = settings.listen;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Config {
    url: Option<String>,
    settings: Vec<Setting>,
}

/// In the order in which they were said: a later one replaces an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Setting {
    Max(u32),
    Min(u32),
    AcquireTimeout(Option<Duration>),
    CreateTimeout(Option<Duration>),
    CheckTimeout(Option<Duration>),
    CleanupTimeout(Duration),
    MaxLifetime(Option<Duration>),
    IdleTimeout(Option<Duration>),
    CheckInterval(Option<Duration>),
    MaxWaiters(Option<u32>),
    MaxCreating(Option<u32>),
    LeakThreshold(Duration),
    Order(IdleOrder),
    Name(String),
}

/// What begins a setting in the query of a URL.
const IN_URL: &str = "pool_";

impl Config {
    /// Reads settings from the query of a URL: `pool_max=20`, `pool_acquire_timeout=3s`. Parameters without `pool_` are the
    /// driver's and stay in the URL, which [`url`](Self::url) then returns. Values are taken as they are, without `%` escapes.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Key`] and [`ConfigError::Value`].
    ///
    /// ```
    /// use cenote::Config;
    /// let config = Config::from_url("postgres://app@db/shop?sslmode=require&pool_max=20").unwrap();
    /// assert_eq!(config.url(), Some("postgres://app@db/shop?sslmode=require"));
    /// assert!(Config::from_url("redis://cache?pool_size=20").is_err());
    /// ```
    pub fn from_url(url: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        let (address, query) = url.rsplit_once('?').unwrap_or((url, ""));
        let mut rest = String::from(address);
        let mut separator = '?';
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.strip_prefix(IN_URL) {
                Some(setting) => {
                    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
                    config.set(key, value)?;
                }
                None => {
                    rest.push(separator);
                    rest.push_str(parameter);
                    separator = '&';
                }
            }
        }
        config.url = Some(rest);
        Ok(config)
    }

    /// Reads settings from environment variables: with the prefix `DATABASE`, the URL from `DATABASE_URL`, if there is one, and
    /// after that `DATABASE_POOL_MAX`, `DATABASE_POOL_ACQUIRE_TIMEOUT` and so on.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Key`] and [`ConfigError::Value`].
    ///
    /// ```
    /// use cenote::Config;
    /// let config = Config::from_env("DATABASE").unwrap();
    /// # let _ = config;
    /// ```
    pub fn from_env(prefix: &str) -> Result<Config, ConfigError> {
        let texts = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
        Config::from_variables(prefix, texts.collect())
    }

    fn from_variables(
        prefix: &str,
        mut variables: Vec<(String, String)>,
    ) -> Result<Config, ConfigError> {
        // Errors do not depend on the order of the environment.
        variables.sort();
        let url = variables.iter().find(|(key, _)| *key == format!("{prefix}_URL"));
        let mut config = match url {
            Some((_, url)) => Config::from_url(url)?,
            None => Config::default(),
        };
        let prefix = format!("{prefix}_POOL_");
        for (key, value) in &variables {
            if let Some(key) = key.strip_prefix(&prefix) {
                config.set(&key.to_lowercase(), value)?;
            }
        }
        Ok(config)
    }

    /// Sets one setting; see the table above. The key `url` is the address for [`builder`](Self::builder).
    ///
    /// # Errors
    ///
    /// [`ConfigError::Key`] and [`ConfigError::Value`].
    ///
    /// ```
    /// let mut config = cenote::Config::default();
    /// config.set("max_lifetime", "30m").unwrap();
    /// assert!(config.set("max_lifetime", "soon").is_err());
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        let number = || value.parse().map_err(|_| wrong(key, value, "a number"));
        let time = || span(value).ok_or_else(|| wrong(key, value, "a time such as 250ms or 3s"));
        let is_none = value == "none";
        let time_or_none = || if is_none { Ok(None) } else { time().map(Some) };
        let number_or_none = || if is_none { Ok(None) } else { number().map(Some) };
        let setting = match key {
            "url" => {
                let Config { url, settings } = Config::from_url(value)?;
                self.url = url;
                self.settings.extend(settings);
                return Ok(());
            }
            "max" => Setting::Max(number()?),
            "min" => Setting::Min(number()?),
            "acquire_timeout" => Setting::AcquireTimeout(time_or_none()?),
            "create_timeout" => Setting::CreateTimeout(time_or_none()?),
            "check_timeout" => Setting::CheckTimeout(time_or_none()?),
            "cleanup_timeout" => Setting::CleanupTimeout(time()?),
            "max_lifetime" => Setting::MaxLifetime(time_or_none()?),
            "idle_timeout" => Setting::IdleTimeout(time_or_none()?),
            "check_interval" => Setting::CheckInterval(time_or_none()?),
            "max_waiters" => Setting::MaxWaiters(number_or_none()?),
            "max_creating" => Setting::MaxCreating(number_or_none()?),
            "leak_threshold" => Setting::LeakThreshold(time()?),
            "idle_order" => Setting::Order(match value {
                "fifo" => IdleOrder::Fifo,
                "lifo" => IdleOrder::Lifo,
                _ => return Err(wrong(key, value, "fifo or lifo")),
            }),
            "name" => Setting::Name(value.to_owned()),
            _ => return Err(ConfigError::Key(key.to_owned())),
        };
        self.settings.push(setting);
        Ok(())
    }

    /// The URL without the settings of the pool. It may hold a password.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Begins a pool of the resources at the URL, with these settings.
    ///
    /// # Errors
    ///
    /// [`ConfigError::NoUrl`] and [`ConfigError::Url`].
    pub fn builder<M: FromUrl>(&self) -> Result<Builder<M>, ConfigError> {
        let url = self.url().ok_or(ConfigError::NoUrl)?;
        let manager = M::from_url(url).map_err(ConfigError::Url)?;
        Ok(Pool::builder(manager).config(self))
    }
}

fn wrong(key: &str, value: &str, expected: &'static str) -> ConfigError {
    ConfigError::Value { key: key.to_owned(), value: value.to_owned(), expected }
}

/// The URL is not shown: it may hold a password.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("url", &self.url.as_ref().map(|_| "…"))
            .field("settings", &self.settings)
            .finish()
    }
}

/// A manager that can be made from an address alone.
pub trait FromUrl: Manager + Sized {
    /// The manager for this address.
    ///
    /// # Errors
    ///
    /// An address that cannot be read. It should not show the address, which may hold a password.
    fn from_url(url: &str) -> Result<Self, Box<dyn StdError + Send + Sync>>;
}

impl<M: FromUrl> Pool<M> {
    /// Begins a pool from a URL that may say settings of the pool, too: `?pool_max=20&pool_acquire_timeout=3s`. [`Config`] has the
    /// list of them.
    ///
    /// # Errors
    ///
    /// See [`ConfigError`].
    ///
    /// ```ignore
    /// let pool = cenote_postgres::Pool::from_url("postgres://app@db/shop?pool_max=20")?.build()?;
    /// ```
    pub fn from_url(url: &str) -> Result<Builder<M>, ConfigError> {
        Config::from_url(url)?.builder()
    }

    /// Begins a pool from environment variables, such as `DATABASE_URL` and `DATABASE_POOL_MAX` with the prefix `DATABASE`; see
    /// [`Config::from_env`].
    ///
    /// # Errors
    ///
    /// See [`ConfigError`].
    ///
    /// ```ignore
    /// let pool = cenote_postgres::Pool::from_env("DATABASE")?.build()?;
    /// ```
    pub fn from_env(prefix: &str) -> Result<Builder<M>, ConfigError> {
        Config::from_env(prefix)?.builder()
    }
}

impl<M: Manager> Builder<M> {
    /// Applies settings that were read as text; see [`Config`].
    pub fn config(self, config: &Config) -> Self {
        config.settings.iter().fold(self, |builder, setting| match setting {
            Setting::Max(max) => builder.max(*max),
            Setting::Min(min) => builder.min(*min),
            Setting::AcquireTimeout(limit) => builder.acquire_timeout(*limit),
            Setting::CreateTimeout(limit) => builder.create_timeout(*limit),
            Setting::CheckTimeout(limit) => builder.check_timeout(*limit),
            Setting::CleanupTimeout(limit) => builder.cleanup_timeout(*limit),
            Setting::MaxLifetime(age) => builder.max_lifetime(*age),
            Setting::IdleTimeout(limit) => builder.idle_timeout(*limit),
            Setting::CheckInterval(period) => builder.check_interval(*period),
            Setting::MaxWaiters(limit) => builder.max_waiters(*limit),
            Setting::MaxCreating(limit) => builder.max_creating(*limit),
            Setting::LeakThreshold(threshold) => builder.leak_threshold(*threshold),
            Setting::Order(order) => builder.idle_order(*order),
            Setting::Name(name) => builder.name(name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Address(String);

    impl Manager for Address {
        type Resource = ();
        type Error = std::io::Error;

        async fn create(&self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl FromUrl for Address {
        fn from_url(url: &str) -> Result<Address, Box<dyn StdError + Send + Sync>> {
            if url.starts_with("test:") { Ok(Address(url.to_owned())) } else { Err("no".into()) }
        }
    }

    const ALL: [(&str, &str); 14] = [
        ("max", "7"),
        ("min", "3"),
        ("acquire_timeout", "250ms"),
        ("create_timeout", "none"),
        ("check_timeout", "1.5s"),
        ("cleanup_timeout", "2"),
        ("max_lifetime", "1h"),
        ("idle_timeout", "5m"),
        ("check_interval", "none"),
        ("max_waiters", "9"),
        ("max_creating", "none"),
        ("leak_threshold", "10s"),
        ("idle_order", "lifo"),
        ("name", "orders"),
    ];

    fn shown(builder: &Builder<Address>) -> String {
        format!("{builder:?}")
    }

    /// SPEC 32.31: each setting is the builder's method of the same name, from wherever it comes
    #[test]
    fn each_setting_is_the_method_of_its_name() {
        let ms = Duration::from_millis;
        let by_methods = Pool::builder(Address(String::new()))
            .max(7)
            .min(3)
            .acquire_timeout(ms(250))
            .create_timeout(None)
            .check_timeout(ms(1500))
            .cleanup_timeout(ms(2000))
            .max_lifetime(ms(3_600_000))
            .idle_timeout(ms(300_000))
            .check_interval(None)
            .max_waiters(9)
            .max_creating(None)
            .leak_threshold(ms(10_000))
            .idle_order(IdleOrder::Lifo)
            .name("orders");
        let query: Vec<String> =
            ALL.iter().map(|(key, value)| format!("pool_{key}={value}")).collect();
        let url = format!("test://a?b=c&{}&d", query.join("&"));
        let variables = ALL
            .iter()
            .map(|(key, value)| (format!("DB_POOL_{}", key.to_uppercase()), value.to_string()))
            .chain([
                ("DB_URL".into(), "test://a?b=c&d".into()),
                ("OTHER_POOL_X".into(), "1".into()),
            ])
            .collect();
        let json: Vec<String> =
            ALL.iter().map(|(key, value)| format!("\"{key}\": \"{value}\"")).collect();
        let json = format!("{{\"url\": \"test://a?b=c&d\", {}}}", json.join(", "));
        for config in [
            Config::from_url(&url).unwrap(),
            Config::from_variables("DB", variables).unwrap(),
            serde_json::from_str(&json).unwrap(),
        ] {
            let builder = config.builder::<Address>().unwrap();
            assert_eq!(shown(&builder), shown(&by_methods));
            assert_eq!(builder.manager.0, "test://a?b=c&d");
        }
    }

    /// SPEC 32.31: numbers and null are values of serde's; what comes later counts
    #[test]
    fn values_of_serde() {
        let config: Config = serde_json::from_str(
            r#"{"max": 5, "acquire_timeout": 2, "check_timeout": 0.5, "create_timeout": null, "max": 6}"#,
        )
        .unwrap();
        let expected = Pool::builder(Address(String::new()))
            .max(6)
            .acquire_timeout(Duration::from_secs(2))
            .check_timeout(Duration::from_millis(500))
            .create_timeout(None);
        assert_eq!(shown(&Pool::builder(Address(String::new())).config(&config)), shown(&expected));
        let error = serde_json::from_str::<Config>(r#"{"max": true}"#).unwrap_err().to_string();
        assert!(error.contains("a text, a number or null"), "{error}");
    }

    /// SPEC 32.31: what is wrong is named; a URL, which may hold a password, is not shown
    #[test]
    fn errors_say_what_is_wrong() {
        let said = |url: &str| Pool::<Address>::from_url(url).unwrap_err().to_string();
        assert_eq!(said("test:?pool_size=3"), "a pool has no setting `size`");
        assert_eq!(said("test:?pool_max"), "the setting `max` takes a number, not ``");
        assert_eq!(said("test:?pool_max=-1"), "the setting `max` takes a number, not `-1`");
        for wrong in ["soon", "-1s", "3d", "nan", "inf", "1e400", "none", ""] {
            let error = said(&format!("test:?pool_cleanup_timeout={wrong}"));
            let expected = "the setting `cleanup_timeout` takes a time such as 250ms or 3s, not `";
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(
            said("test:?pool_idle_order=random"),
            "the setting `idle_order` takes fifo or lifo, not `random`"
        );
        assert_eq!(said("other://u:secret@h"), "the URL cannot be read");
        assert!(matches!(Config::default().builder::<Address>(), Err(ConfigError::NoUrl)));
        let config = Config::from_url("test://u:secret@h?pool_max=3").unwrap();
        assert!(!format!("{config:?}").contains("secret"), "{config:?}");
    }
}
